#!/usr/bin/env bash
# The rooms of the house: a folder of src/ includes only from those above it, and framebuffers are the business of
# src/gl/ alone. That no two files have statics of one name is seen by test_drop_in.sh, which compiles all as one file.
set -u
source_dir=$1
failed=0
complain() {
    echo "test_layers: $*"
    failed=1
}
cd "$source_dir/src" || exit 1

order=(base gl fluid query snapshot solvers tracers draw ext)
extensions=(surface health governor coupling group vision bodies fluid3d game_frame prepare)
rank_of() {
    local i
    for i in "${!order[@]}"; do
        [[ "${order[i]}" == "$1" ]] && echo "$i" && return
    done
    echo -1
}

while IFS=: read -r file _ line; do
    included=$(sed -E 's/.*"(.*)".*/\1/' <<<"$line")
    case "$included" in gpufluid/* | shared.h) continue ;; esac
    from=${file%%/*}
    to=${included%%/*}
    if (($(rank_of "$to") < 0)); then
        complain "$file includes \"$included\", which is in no folder of src/"
    elif (($(rank_of "$to") > $(rank_of "$from"))); then
        complain "$file includes \"$included\" from a folder below its own"
    fi
done < <(grep -rnE '^#include "' --include='*.c' --include='*.h' . | sed 's|^\./||')

compgen -G '*.[ch]' >/dev/null && complain "files in src/ itself: $(echo *.[ch])"

calls='(Bind|Gen|Delete|Blit)Framebuffers?\(|FramebufferTexture2D\(|CheckFramebufferStatus\(|ReadPixels\('
others=$(grep -rlE "fn(\.|->)($calls)" --include='*.c' . | grep -v '^\./gl/')
[[ -z "$others" ]] || complain "framebuffer calls outside src/gl: $others"

exit $failed
