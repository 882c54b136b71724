#!/bin/sh
# Files that the demo writes where that is hard, and those that it must leave alone.
# GF_BUILD_DIR: the build (programs in bin/). GF_SOURCE_DIR: the source tree.
set -u

. "${GF_SOURCE_DIR:?}/tests/support/demo_scenes.sh"
small="$small --scene tweet"
"$demo" $small --out whole.png >stdout.txt 2>stderr.txt || fail "the first run"
head -c 60 whole.png >cut.png

# Standard output that takes nothing, or is closed, is a failure that is told, and no file gets what was to be printed.
closed() {
    "$demo" "$@" >&- 2>stderr.txt
    [ "$?" -eq 1 ] || fail "a closed standard output: fluid_demo $*"
    grep -q "standard output" stderr.txt || fail "nothing about standard output: fluid_demo $*"
    "$demo" "$@" >/dev/full 2>stderr.txt
    [ "$?" -eq 1 ] || fail "a full standard output: fluid_demo $*"
    grep -q "standard output" stderr.txt || fail "nothing about standard output: fluid_demo $*"
}
closed --list
closed --help
closed --version
closed $small --out closed.png
closed $small --out closed.png --stats -
"$demo" $small --out closed.png 2>/dev/null >/dev/null
cmp -s closed.png whole.png || fail "a closed standard output: another picture"
expect 0 '"scene": "tweet"' $small --out closed.png --stats -
python3 -c 'import json; json.load(open("stdout.txt"))' 2>stderr.txt || fail "--stats -: not JSON alone"
absent ./-

# What is no regular file is written straight and never removed. Root makes a device that only this test has.
mknod full c 1 7 2>stderr.txt && printf x 2>stderr.txt >/dev/null || ln -s /dev/full full
ln -s full link_full
for file in full link_full; do
    expect 1 "$file" $small --out device.png --stats $file
    expect 1 "$file" $small --out $file
    [ -c "$file" ] || fail "$file is no device any more"
done
[ -L link_full ] || fail "link_full is no link any more"
expect 0 "in /dev/null" $small --out /dev/null --stats /dev/null
mkfifo fifo
cat fifo >from_fifo &
expect 0 "in fifo" $small --out fifo
wait
cmp -s from_fifo whole.png || fail "a picture through a pipe"
expect 1 "device or a pipe" $small --out device.png --mask fifo
ln -s nowhere/x dangling
expect 1 "leads nowhere" $small --out dangling
rm full link_full fifo from_fifo dangling

# Regular files are replaced when all is written: the link and the permissions stay, and on a full disk the old file.
cp cut.png kept.png
chmod 640 kept.png
ln -s kept.png link.png
expect 0 "link.png" $small --out link.png
cmp -s kept.png whole.png || fail "through a link: not the file that it leads to"
[ -L link.png ] && [ "$(stat -c %a kept.png)" = 640 ] || fail "the link or the permissions are others"
cp cut.png kept.png
for flags in "--out kept.png" "--out limit.png --stats kept.png" "--out kept_%d.png --stats kept.png"; do
    (
        ulimit -f 1
        "$demo" --headless --scene ink --size 200x160 --grid 50x40 --frames 5 $flags
        echo $? >status.txt
    ) 2>&1 | cat >stderr.txt
    [ "$(cat status.txt)" -eq 1 ] || fail "a full disk: status $(cat status.txt): $flags"
    grep -q "large" stderr.txt || fail "a full disk: no reason: $flags"
    cmp -s kept.png cut.png || fail "a full disk: the file that was there is another: $flags"
done
absent limit.png kept_0.png

# A signal leaves neither half a picture nor an unfinished file, and its own exit status.
python3 - "$demo" 2>stderr.txt <<'PYTHON' || fail "a signal"
import glob, os, signal, subprocess, sys, time
before = open("kept.png", "rb").read()
for number in (signal.SIGINT, signal.SIGTERM):
    run = subprocess.Popen([sys.argv[1], "--headless", "--scene", "tweet", "--size", "3000x3000", "--grid", "64x64",
                            "--frames", "2", "--out", "kept.png"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                           preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
    while run.poll() is None and not glob.glob(".unfinished*"):
        time.sleep(0.01)
    assert run.poll() is None, "it ended before the signal"
    run.send_signal(number)
    assert run.wait(60) == -number, run.returncode
    assert open("kept.png", "rb").read() == before
PYTHON
[ -z "$(find . -name '.unfinished*')" ] || fail "an unfinished file is left"

# One file by two names, or an input as an output: refused, and nothing is written.
cp whole.png input.png
ln -s input.png input_link.png
ln input.png input_hard.png
cp whole.png shot_0001.png
ln -s . here
apart="expected another file than"
for name in input.png ./input.png "$folder/input.png" here/input.png input_link.png input_hard.png; do
    expect 2 "$apart --stats" $small --out $name --stats input.png
    expect 2 "$apart --mask" $small --out $name --mask input.png
    expect 2 "$apart --image" $small --stats $name --image input.png
    bakes 2 "$apart --image" --sheet $name --image input.png
done
for name in new.png ./new.png "$folder/new.png" here/new.png; do
    expect 2 "$apart --stats" $small --out $name --stats new.png
done
expect 2 "$apart --stats" $small --stats ./fluid_tweet.png
for name in shot_0001.png ./shot_0001.png here/shot_0001.png; do
    expect 2 "$apart --mask" $small --out shot_%04d.png --mask $name
    expect 2 "$apart --stats" $small --out here/shot_%04d.png --stats $name
done
expect 2 "$apart --stats" $small --out shot_%04d.png --stats ./shot_0000.png
ln -f input.png shot_0001.png
expect 2 "$apart --image" $small --out shot_%04d.png --image input.png
expect 2 "expected a file name" $small --out shot_%d/x.png
cmp -s input.png whole.png || fail "an input has changed"
absent new.png shot_0000.png
expect 0 "shot_%04d.png" $small --frames 1 --out shot_%04d.png --mask shot_0001.png
expect 0 "shot_%d.png" $small --out shot_%d.png --stats shot_0001.png

[ "$failures" -eq 0 ] || { echo "$failures failed" >&2; exit 1; }
echo "the demo's files: all as expected"
