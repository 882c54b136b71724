"""Drives the page in a headless Chromium whose GL is software. Arguments: the page's folder, the native fluid_demo."""

import base64
import gzip
import pathlib
import struct
import subprocess
import sys
import tempfile
import time
import zlib

import browser

SIZE_LIMIT = 600_000  # bytes, compressed
RUNS = "window.demo || !document.getElementById('trouble').hidden"
WIDTH, HEIGHT, CELLS = 256, 144, 128

page, native = pathlib.Path(sys.argv[1]), sys.argv[2]
server = browser.Server(str(page))


def check(holds, text):
    if not holds:
        raise browser.Trouble(text)


class Picture:
    """An 8-bit PNG of colours, as canvases and stb write them."""

    def __init__(self, data):
        at, packed = 8, b""
        while at < len(data):
            length, kind = struct.unpack_from(">I4s", data, at)
            body = data[at + 8 : at + 8 + length]
            if kind == b"IHDR":
                self.width, self.height, depth, color = struct.unpack_from(">IIBB", body)
                assert depth == 8 and color in (2, 6)
                self.channels = 3 if color == 2 else 4
            elif kind == b"IDAT":
                packed += body
            at += 12 + length
        self.rows = self.unfilter(zlib.decompress(packed))

    def unfilter(self, raw):
        n, stride = self.channels, self.width * self.channels
        rows, above = [], bytes(stride)
        for y in range(self.height):
            kind = raw[y * (stride + 1)]
            row = bytearray(raw[y * (stride + 1) + 1 : (y + 1) * (stride + 1)])
            for x in range(stride):
                a, b, c = row[x - n] if x >= n else 0, above[x], above[x - n] if x >= n else 0
                if kind == 1:
                    row[x] = (row[x] + a) & 255
                elif kind == 2:
                    row[x] = (row[x] + b) & 255
                elif kind == 3:
                    row[x] = (row[x] + (a + b) // 2) & 255
                elif kind == 4:
                    p = a + b - c
                    near = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
                    row[x] = (row[x] + near) & 255
            rows.append(row)
            above = row
        return rows

    def at(self, x, y):
        return self.rows[y][self.channels * x : self.channels * x + 3]

    def changed(self, other, box):
        """Share of the pixels of a box, as shares of the picture, that clearly differ."""
        left, top, right, bottom = (int(v * s) for v, s in zip(box, (self.width, self.height) * 2))
        differs = [max(abs(a - b) for a, b in zip(self.at(x, y), other.at(x, y))) > 40
                   for y in range(top, bottom) for x in range(left, right)]
        return sum(differs) / len(differs)

    def distance(self, other):
        """Mean difference of colours, of 255."""
        check((self.width, self.height) == (other.width, other.height), "two pictures differ in size")
        total = sum(abs(a - b) for y in range(self.height) for x in range(self.width)
                    for a, b in zip(self.at(x, y), other.at(x, y)))
        return total / (3 * self.width * self.height)

    def variety(self):
        return len({bytes(self.at(x, y)) for y in range(0, self.height, 2) for x in range(0, self.width, 2)})


def look(window):
    return Picture(base64.b64decode(window.run("return demo.picture()").split(",")[1]))


def start(window, query):
    window.open(f"{server.address}/?{query}")
    window.wait(RUNS, 300)
    trouble = window.run("const t = document.getElementById('trouble'); return t.hidden ? null : t.innerText")
    check(trouble is None, f"{query}: {trouble}")


def expect_quiet(window, what):
    loud = [text for level, text in window.messages() if level == "SEVERE"]
    check(not loud, f"{what}: the console has errors: {loud[:3]}")


def draw_native(scene, frames):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "picture.png"
        subprocess.run([native, "--headless", "--no-cache", "--api", "es30", "--scene", scene, "--frames", str(frames),
                        "--size", f"{WIDTH}x{HEIGHT}", "--grid", f"{CELLS}x{CELLS * HEIGHT // WIDTH}", "--dye-scale",
                        "2", "--out", str(path)], check=True, stdout=subprocess.DEVNULL)
        return Picture(path.read_bytes())


# --- what is asked ---------------------------------------------------------------------------------------------------

fixed = f"size={WIDTH}x{HEIGHT}&cells={CELLS}&level=medium"


def check_size():
    whole = 0
    for file in sorted(page.iterdir()):
        packed = len(gzip.compress(file.read_bytes(), 9))
        whole += packed
        print(f"    {file.name:12} {packed:8}")
    print(f"    {'together':12} {whole:8} bytes compressed, of {SIZE_LIMIT}")
    check(whole <= SIZE_LIMIT, "the page is too large")


# Few frames: what is chaotic has not parted yet.
def check_pictures():
    for scene, frames, most in (("smoke", 20, 1.5), ("sph_dam", 20, 4.0), ("blobs", 15, 3.0), ("cloud", 20, 1.5),
                                ("river", 10, 4.0), ("sph3d_box", 10, 4.0)):
        with browser.Browser() as window:
            start(window, f"{fixed}&scene={scene}&paused")
            first = look(window)
            window.run(f"demo.step({frames})")
            shown = look(window)
            apart, moved = shown.distance(draw_native(scene, frames)), shown.distance(first)
            print(f"    {scene:10} {apart:6.2f} of 255 from the native picture; its own first is {moved:.2f} away")
            check(apart < most, f"{scene} is {apart:.2f} from the native picture")
            expect_quiet(window, scene)


def check_scenes():
    with browser.Browser() as window:
        start(window, "size=192x108&cells=96&level=medium&paused")
        names = window.run("return demo.page.scenes.map((scene) => scene.name)")
        for number, name in enumerate(names):
            window.run(f"demo.page.stopped = true; demo.open({number}); demo.step(3)")
            shown = look(window)
            check(shown.variety() > 3, f"{name} shows {shown.variety()} colours")
            expect_quiet(window, name)
        print(f"    {len(names)} scenes, one after the other")


def check_pointers():
    with browser.Browser((640, 400)) as window:
        start(window, "size=640x360&cells=96&level=tiny&scene=smoke")
        before = look(window)
        window.drag([[(60, 60), (200, 80), (340, 60)]])
        window.wait("demo.page.frames > 3")
        changed = look(window).changed(before, (0.1, 0.1, 0.55, 0.3))
        check(changed > 0.08, f"a drag of the mouse changes {changed:.3f} of what it went over")
        print(f"    mouse: {changed:.2f} of the pixels around its way changed")
        expect_quiet(window, "the mouse")
    with browser.Browser(mobile=(640, 360, 1)) as window:
        start(window, "size=640x360&cells=96&level=tiny&scene=smoke")
        before = look(window)
        window.drag([[(60, 60), (150, 70), (200, 60)], [(440, 60), (520, 70), (600, 60)],
                     [(60, 240), (120, 250), (200, 240)]], kind="touch")
        window.wait("demo.page.frames > 3")
        after = look(window)
        boxes = ((0.05, 0.08, 0.36, 0.3), (0.64, 0.08, 0.98, 0.3), (0.05, 0.58, 0.36, 0.8))
        changed = [after.changed(before, box) for box in boxes]
        check(min(changed) > 0.08, f"three fingers change {changed} of what they went over")
        print("    three fingers: " + ", ".join(f"{share:.2f}" for share in changed))
        expect_quiet(window, "touch")


def check_controls():
    with browser.Browser((640, 400)) as window:
        start(window, f"{fixed}&scene=smoke")
        window.wait("demo.page.frames > 2")
        window.press(" ")
        check(window.run("return demo.page.paused"), "the space bar does not pause")
        window.press("n")
        window.wait("demo.page.scene === 1 && demo.page.frames > 0", 120)
        check("ink" in window.run("return document.title"), "the title does not tell the scene")
        window.press("h")
        shown = window.run("const panel = document.querySelector('.lil-gui'); return panel && panel.offsetHeight > 50")
        check(shown, "the panel does not open")
        first = window.call("GET", "/window")
        window.call("POST", "/window", {"handle": window.call("POST", "/window/new", {"type": "tab"})["handle"]})
        window.call("POST", "/window", {"handle": first})
        window.wait("demo.page.frames > 3")
        window.run("document.getElementById('full').focus()")
        window.press("f")
        window.wait("document.fullscreenElement !== null", 20)
        expect_quiet(window, "the controls")


def check_weak_machines():
    with browser.Browser((800, 500)) as window:
        start(window, "scene=smoke")
        before = window.run("return demo.page.size")
        window.wait(f"demo.page.size > {before}", 300)
        check("slow" in window.run("return document.getElementById('toast').innerText"), "nobody is told of the size")
        window.wait("demo.page.frames > 3")
        expect_quiet(window, "a weak machine")


def hide_extensions(*names):
    return """const hidden = %s, proto = WebGL2RenderingContext.prototype, get = proto.getExtension,
        list = proto.getSupportedExtensions;
        proto.getExtension = function (name) { return hidden.includes(name) ? null : get.call(this, name); };
        proto.getSupportedExtensions = function () { return list.call(this).filter((n) => !hidden.includes(n)); };
        """ % list(names)


def read_trouble(window):
    window.open(f"{server.address}/?{fixed}&scene=smoke&paused")
    window.wait(RUNS, 120)
    return window.run("return document.getElementById('trouble').innerText")


def check_what_is_missing():
    with browser.Browser(options=["--disable-3d-apis"]) as window:
        check("WebGL 2" in read_trouble(window), "no WebGL: nobody is told")
    with browser.Browser() as window:
        window.add_script(hide_extensions("EXT_color_buffer_float", "EXT_color_buffer_half_float"))
        text = read_trouble(window)
        check("floating-point" in text, f"no float targets: '{text}'")
    with browser.Browser() as window:
        window.add_script(hide_extensions("OES_texture_float_linear", "EXT_disjoint_timer_query_webgl2"))
        start(window, f"{fixed}&scene=smoke&paused")
        window.run("demo.step(20)")
        apart = look(window).distance(draw_native("smoke", 20))
        check(apart < 1.5, f"without filtering of floats smoke is {apart:.2f} from the native picture")
        expect_quiet(window, "no filtering of floats")


checks = {"size": check_size, "missing": check_what_is_missing, "pictures": check_pictures, "pointers": check_pointers,
          "controls": check_controls, "weak": check_weak_machines, "scenes": check_scenes}
failed = False
for name in sys.argv[3:] or checks:
    begun = time.monotonic()
    try:
        checks[name]()
        print(f"{name}: good, {time.monotonic() - begun:.0f} s", flush=True)
    except browser.Trouble as trouble:
        failed = True
        print(f"{name}: FAILED: {trouble}", flush=True)
server.close()
sys.exit(1 if failed else 0)
