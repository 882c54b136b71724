no
