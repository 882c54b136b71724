# The manual page of fluid_demo or fluid_bake out of what its --help prints, so that it has every option.
# -v version=...
function escape(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    return text
}

# A line of text; one that begins with a dot or a quote would be a request.
function put(text) {
    text = escape(text)
    sub(/^[.']/, "\\\\\\&&", text)
    print text
}

BEGIN {
    about["fluid_demo"] = "real\\-time 2D fluid in GPU fragment shaders"
    about["fluid_bake"] = "films, flip\\-books and maps of fluid in GPU fragment shaders"
}

/^Usage:/ {
    print ".TH " toupper($2) " 1 \"\" \"libgpufluid " version "\" \"User Commands\""
    print ".SH NAME"
    print $2 " \\- " about[$2]
    print ".SH SYNOPSIS"
    print ".B " $2
    print "[options]"
    print ".SH DESCRIPTION"
    next
}

/^  --/ {
    if (!listed++) {
        print ".SH OPTIONS"
    }
    # The option and its argument end at two spaces, or where the column of the explanations begins.
    text = substr($0, 3)
    split_at = match(text, /  +/)
    if (substr(text, 20, 1) == " " && (split_at == 0 || split_at > 20)) {
        split_at = 20
        RLENGTH = 1
    }
    print ".TP"
    if (split_at == 0) {
        printf ".B "
        put(text)
        next
    }
    printf ".B "
    put(substr(text, 1, split_at - 1))
    put(substr(text, split_at + RLENGTH))
    next
}

/^  +[^ ]/ && listed {
    sub(/^ +/, "")
    put($0)
    next
}

/^$/ {
    if (listed && !noted++) {
        print ".SH NOTES"
    }
    next
}

{ put($0) }

END {
    print ".SH SEE ALSO"
    print "The guide, the cookbook and the gallery in the folder of the package's documentation."
}
