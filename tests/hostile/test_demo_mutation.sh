#!/usr/bin/env bash
# Hostile command lines of fluid_demo, fluid_bake and fluid_bench, and damaged images for --mask and --image, the same each time:
# none of them crashes a program, each failure says why, and no file that was there is lost.
# GF_BUILD_DIR: the build (programs in bin/). The third argument is a part: `short` has a quarter of those of `long`.
# GF_LONG=1: some forty times as many as that, from another seed each time, which takes longer than CTest allows: call the
# script itself.
set -u

[ -x "${GF_BUILD_DIR:?}/bin/fluid_demo" ] || { echo "no fluid_demo in this build"; exit 77; }
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
ulimit -c 0
unset DISPLAY WAYLAND_DISPLAY
python3 - "$GF_BUILD_DIR/bin" "${GF_LONG:-0}" "${3:-long}" <<'PYTHON'
import base64, json, os, random, resource, stat, struct, subprocess, sys, time, zlib

programs, extended = sys.argv[1], sys.argv[2] == "1"
seed = int(time.time()) if extended else 1
lines, images = (4000, 2000) if extended else (28, 8) if sys.argv[3] == "short" else (110, 30)
pick = random.Random(seed)
has_bench = os.path.exists(programs + "/fluid_bench")

# --- files that must survive ----------------------------------------------------------------------------------------

def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

size = 12
rows = b"".join(b"\0" + bytes((x * y * 7 + c * 40) % 256 for x in range(size) for c in range(3)) for y in range(size))
png = (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)) +
       chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
jpeg = base64.b64decode("""
/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6j
q62rZ4C8ybqmx5moq6T/wgALCAAMABQBAREA/8QAFgABAQEAAAAAAAAAAAAAAAAAAAMF/9oACAEBAAAAAYGuf//EABcQAQADAAAA
AAAAAAAAAAAAAAABEhP/2gAIAQEAAQUCyZMlYVhWH//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAQEABj8CX//EABYQAQEBAAAA
AAAAAAAAAAAAAABhcf/aAAgBAQABPyHDDCCCD//aAAgBAQAAABAD/8QAFBABAAAAAAAAAAAAAAAAAAAAIP/aAAgBAQABPxBVJL//
2Q==
""")
ppm = b"P6 9 7 255\n" + bytes(range(9 * 7 * 3))
kept = {"kept.png": png, "kept.jpg": jpeg, "kept.txt": b"kept\n", "frame_0000.png": png, "sub/kept.png": png}

def restore():
    os.makedirs("sub", exist_ok=True)
    for path, content in kept.items():
        with open(path, "wb") as file:
            file.write(content)
    for path, target in {"link.png": "kept.png", "link_full": "full", "link_nowhere": "nowhere/x"}.items():
        if not os.path.islink(path):
            os.symlink(target, path)
    if not os.path.exists("hard.png"):
        os.link("kept.png", "hard.png")

def remember():
    state = {}
    for top, _, names in os.walk("."):
        for name in names:
            path = os.path.join(top, name)
            state[path] = open(path, "rb").read() if os.path.isfile(path) else None
    return state

# Devices of our own where root may make them: a program that removes what it cannot write would remove the machine's.
devices = {"full": (1, 7), "null": (1, 3)}
for name, numbers in devices.items():
    try:
        os.mknod(name, stat.S_IFCHR | 0o666, os.makedev(*numbers))
        os.close(os.open(name, os.O_WRONLY))
    except OSError:
        if os.path.lexists(name):
            os.remove(name)
        os.symlink("/dev/" + name, name)

# --- command lines --------------------------------------------------------------------------------------------------

paths = ["kept.png", "./kept.png", "sub/../kept.png", "link.png", "hard.png", "kept.jpg", "kept.txt", "frame_0000.png",
         "frame_%04d.png", "sub/kept.png", "sub", "sub/", ".", "/", "null", "full", "link_full",
         "link_nowhere", "nowhere/x.png", "new.png", "new_%d.png", "-", "x" * 300, "y/" * 3000, "/dev/stdout"]
hostile = ["", " ", "-", "--", "%", "%n%n%n%s", "%99999999d", "%s%s%s%s%s%s.png", "A" * 5000, b"\xff\xfe\x80", "../..",
           "nan", "inf", "-inf", "1e999", "0x10", "4x4x4", "-1", "0", "2147483648", "4294967296", "9" * 40, "\n",
           "a\tb", "=", ",", "16,", ",16", "3", "x", "16x", "x16", "--scene", "1.5", "\u221e", "16 16", "+8", "%d%d"]
demo_options = {
    "--scene": ["smoke", "ink", "image", "tweet", "dam", "karman", "refraction"], "--size": ["8x8", "1x1", "40x9"],
    "--grid": ["4x4", "16x16", "33x8"], "--dye-scale": ["0.25", "8"], "--mask": paths, "--image": paths,
    "--seed": ["7"], "--view": ["dye", "velocity", "mass", "lic"], "--quality": ["low", "reference"],
    "--api": ["gl33", "es30"], "--frames": ["0", "1", "2"], "--out": paths, "--stats": paths,
    "--record-input": paths, "--replay": paths, "--headless": None, "--list": None,
    "--help": None, "--version": None}
bake_options = {flag: demo_options[flag] for flag in ("--scene", "--size", "--grid", "--mask", "--image", "--seed", "--view",
                                                      "--frames", "--out", "--replay", "--list", "--help")}
bake_options.update({
    "--flipbook": paths, "--flowmap": paths, "--normals": paths, "--distance": paths, "--tiles": ["1x1", "2x1"],
    "--edges": ["fade", "keep"], "--loop": ["0.1"], "--field": ["dye", "velocity", "mass"], "--sheet": ["sub", "full"],
    "--moments": ["0", "0,1"], "--headless": None})
bench_options = {
    "--case": ["step", "tweet", "quality"], "--solver": ["grid", "gaussian"], "--grid": ["8"], "--steps": ["1"],
    "--batches": ["1"], "--warmup": ["0"], "--method": ["jacobi"], "--cycles": ["2"], "--api": ["es30"],
    "--json": paths[:-1], "--warm": None, "--cold": None, "--dye": ["plume"], "--precision": ["half"], "--list": None, "--help": None, "--version": None}

def mutate_flag(flag):
    at = pick.randrange(len(flag))
    cut = flag[:at] + flag[at + 1:]
    return pick.choice([flag[:at], cut, flag.upper(), flag + "=", flag[1:], flag + flag, flag[:4]])

def add_option(arguments, options, hostility):
    # Half of them name files.
    wanted = pick.random() < 0.5
    flag = pick.choice([flag for flag, values in options.items() if not wanted or (values and "kept.png" in values)])
    values = options[flag]
    if pick.random() < 0.08:
        flag = mutate_flag(flag)
    value = pick.choice(hostile) if pick.random() < hostility or values is None else pick.choice(values)
    if isinstance(value, str):
        value = value.encode()
    if values is None and pick.random() < 0.9:
        arguments.append(flag.encode())
    elif pick.random() < 0.2:
        arguments.append(flag.encode() + b"=" + value)
    else:
        arguments.extend([flag.encode(), value])

def make_demo():
    arguments = "--size 24x16 --grid 16x16 --frames 1".encode().split()
    if pick.random() < 0.85:
        arguments.append(b"--headless")
    for _ in range(pick.randint(1, 4)):
        add_option(arguments, demo_options, 0.25)
    return "fluid_demo", arguments

def make_bake():
    arguments = "--size 24x16 --grid 16x16 --frames 1".encode().split()
    for _ in range(pick.randint(1, 4)):
        add_option(arguments, bake_options, 0.25)
    return "fluid_bake", arguments

def make_bench():
    arguments = "--grid 8 --steps 1 --batches 1 --warmup 0".encode().split()
    for _ in range(pick.randint(2, 4)):
        add_option(arguments, bench_options, 0.7)
    return "fluid_bench", arguments

# --- images ---------------------------------------------------------------------------------------------------------

def damage(content):
    data = bytearray(content)
    for _ in range(pick.randint(1, 4)):
        at = pick.randrange(len(data))
        kind = pick.randrange(5)
        if kind == 0:
            data[at] ^= 1 << pick.randrange(8)
        elif kind == 1:
            data[at] = pick.choice([0, 1, 127, 128, 196, 254, 255])
        elif kind == 2:
            data[at:at + pick.randint(1, 12)] = b""
        elif kind == 3:
            data[at:at] = data[at:at + pick.randint(1, 12)]
        elif pick.random() < 0.25:
            data = data[:at + 1]
        data = data or bytearray(b"\0")
    return bytes(data)

def make_image():
    with open("damaged", "wb") as file:
        file.write(damage(pick.choice([png, jpeg, ppm])))
    flag = pick.choice(["--mask", "--image"])
    return "fluid_demo", ["--headless", "--size", "24x16", "--grid", "16x16", "--frames", "0", "--scene", "image",
                          "--out", "new.png", flag, "damaged"]

# --- running --------------------------------------------------------------------------------------------------------

failures = 0

# A picture, measures or recorded input that replaced a file are complete.
def is_whole(content):
    if content.startswith(b"fluid_demo input "):
        return content.rsplit(b"\n", 2)[1].startswith(b"end ")
    try:
        return content.endswith(b"IEND\xae\x42\x60\x82") or isinstance(json.loads(content), dict)
    except ValueError:
        return False

def run(program, arguments):
    global failures
    restore()
    before = remember()
    output = pick.choice(["pipe"] * 8 + ["full", "closed"]) if program != "fluid_bench" else "pipe"
    environment = dict(os.environ)
    if pick.random() < 0.05:
        environment["GF_EGL"] = pick.choice(["nonsense", "", "surfaceless"])
    target = os.open("/dev/full", os.O_WRONLY) if output == "full" else subprocess.PIPE
    def prepare():
        resource.setrlimit(resource.RLIMIT_CPU, (300, 310))  # a sheet of all scenes takes 30
        if output == "closed":
            os.close(1)
    process = subprocess.Popen([programs + "/" + program] + arguments, stdin=subprocess.DEVNULL, stdout=target,
                               stderr=subprocess.PIPE, env=environment, preexec_fn=prepare)
    if output == "full":
        os.close(target)
    problems = []
    try:
        printed, said = process.communicate(timeout=3600)
    except subprocess.TimeoutExpired:
        process.kill()
        printed, said = process.communicate()
        problems.append("does not end")
    status = process.returncode
    if status not in (0, 1, 2):
        problems.append(f"status {status}")
    if status != 0 and not said.strip():
        problems.append("fails and says nothing")
    if b"Sanitizer" in said or b"runtime error" in said:
        problems.append("a sanitizer complains")
    after = remember()
    for path, content in before.items():
        if path not in after:
            problems.append(f"{path} is gone")
        elif program != "fluid_bench" and after[path] not in (content, None) and not is_whole(after[path]):
            problems.append(f"{path} is half written")
        elif content is None and os.path.isfile(path):
            problems.append(f"{path} was a device")
    if any("unfinished" in path for path in after):
        problems.append("an unfinished file is left")
    if problems:
        failures += 1
        print(f"FAILED: {'; '.join(problems)}: {program} {arguments} (output: {output})", file=sys.stderr)
        print(said[-600:].decode(errors="replace"), file=sys.stderr)
    for path in after:
        if path not in before:
            os.remove(path)
    return status

counts = [0, 0, 0]
for _ in range(lines):
    make = make_bench if has_bench and pick.random() < 0.25 else make_bake if pick.random() < 0.25 else make_demo
    status = run(*make())
    if status in (0, 1, 2):
        counts[status] += 1
for _ in range(images):
    status = run(*make_image())
    if status in (0, 1, 2):
        counts[status] += 1
print(f"seed {seed}: {counts[0]} runs succeeded, {counts[1]} failed, {counts[2]} command lines were refused")
# A test in which everything is refused at once would prove little.
if min(counts) < (lines + images) // 10:
    print("FAILED: too few of one kind", file=sys.stderr)
    failures += 1
sys.exit(1 if failures else 0)
PYTHON
