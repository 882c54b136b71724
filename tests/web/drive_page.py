"""Drives the page in a headless Chromium whose GL is software. Arguments: the page's folder, the native fluid_demo.
With the variable SEED, a number, it opens half of the scenes, and the other half for the next number."""

import base64
import contextlib
import gzip
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import browser
from picture import Picture

SIZE_LIMIT = 640_000  # bytes, compressed
RUNS = "window.demo || !document.getElementById('trouble').hidden"
WIDTH, HEIGHT, CELLS = 256, 144, 128

page, native = pathlib.Path(sys.argv[1]), sys.argv[2]
server = browser.Server(str(page))


def check(holds, text):
    if not holds:
        raise browser.Trouble(text)


def look(window):
    return Picture(base64.b64decode(window.run("return demo.picture()").split(",")[1]))


def start(window, query):
    window.open(f"{server.address}/?{query}")
    window.wait(RUNS, 300)
    trouble = window.run("const t = document.getElementById('trouble'); return t.hidden ? null : t.innerText")
    check(trouble is None, f"{query}: {trouble}")


def expect_quiet(window, what):
    loud = [text for level, text in window.messages()
            if level == "SEVERE" or "GL_INVALID" in text or "GL error" in text]  # Chromium only warns of these
    check(not loud, f"{what}: the console has errors: {loud[:3]}")


@contextlib.contextmanager
def opened(what, query, *browser_options, script="", **options):
    """A window that shows the page, whose console has no errors in the end. `script` runs before those of the page."""
    with browser.Browser(*browser_options, **options) as window:
        if script:
            window.add_script(script)
        start(window, query)
        yield window
        expect_quiet(window, what)


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
    for file in sorted(file for file in page.rglob("*") if file.is_file()):
        packed = len(gzip.compress(file.read_bytes(), 9))
        whole += packed
        print(f"    {file.name:12} {packed:8}")
    print(f"    {'together':12} {whole:8} bytes compressed, of {SIZE_LIMIT}")
    check(whole <= SIZE_LIMIT, "the page is too large")


# Few frames: what is chaotic has not parted yet.
def check_pictures():
    for scene, frames, most in (("smoke", 10, 1.5), ("sph_dam", 10, 4.0), ("blobs", 10, 3.0), ("cloud", 10, 1.5),
                                ("river", 6, 4.0), ("sph3d_box", 6, 4.0)):
        with opened(scene, f"{fixed}&scene={scene}&paused") as window:
            first = look(window)
            window.run(f"return demo.step({frames})")
            shown = look(window)
            apart, moved = shown.distance(draw_native(scene, frames)), shown.distance(first)
            print(f"    {scene:10} {apart:6.2f} of 255 from the native picture; its own first is {moved:.2f} away")
            check(apart < most, f"{scene} is {apart:.2f} from the native picture")


def check_scenes():
    seed = os.environ.get("SEED")
    with opened("scenes", "size=192x108&cells=96&level=medium&paused") as window:
        names = window.run("return demo.page.scenes.map((scene) => scene.name)")
        chosen = [number for number in range(len(names)) if not seed or number % 2 == int(seed) % 2]
        for number in chosen:
            name = names[number]
            window.run(f"demo.page.stopped = true; demo.open({number}); return demo.step(2)")
            shown = look(window)
            check(shown.variety() > 3, f"{name} shows {shown.variety()} colours")
            expect_quiet(window, name)
        print(f"    {len(chosen)} of {len(names)} scenes, one after the other")


# An address that asks for no pixels at all is as one that asks for none in particular.
def check_no_size():
    with browser.Browser((640, 400)) as window:
        for size in ("0x0", "640x0"):
            start(window, f"size={size}&cells=96&level=tiny&scene=smoke")
            width, height = window.run("const c = document.querySelector('#canvas'); return [c.width, c.height]")
            check(width > 100 and height > 100, f"?size={size} gives a canvas of {width} x {height}")
            expect_quiet(window, f"?size={size}")


def check_pointers():
    with opened("the mouse", "size=640x360&cells=96&level=tiny&scene=smoke", (640, 400)) as window:
        before = look(window)
        window.drag([[(60, 60), (200, 80), (340, 60)]])
        wait_frames(window, 2)
        changed = look(window).changed(before, (0.1, 0.1, 0.55, 0.3))
        check(changed > 0.02, f"a drag of the mouse changes {changed:.3f} of what it went over")
        print(f"    mouse: {changed:.2f} of the pixels around its way changed")
    with opened("touch", "size=640x360&cells=96&level=tiny&scene=smoke", mobile=(640, 360, 1)) as window:
        before = look(window)
        window.drag([[(60, 60), (150, 70), (200, 60)], [(440, 60), (520, 70), (600, 60)],
                     [(60, 240), (120, 250), (200, 240)]], kind="touch")
        wait_frames(window, 2)
        after = look(window)
        boxes = ((0.05, 0.08, 0.36, 0.3), (0.64, 0.08, 0.98, 0.3), (0.05, 0.58, 0.36, 0.8))
        changed = [after.changed(before, box) for box in boxes]
        check(min(changed) > 0.02, f"three fingers change {changed} of what they went over")
        print("    three fingers: " + ", ".join(f"{share:.2f}" for share in changed))
    for scene in ("volcano", "mirror"):
        with opened(scene, f"size=320x180&cells=96&level=tiny&scene={scene}", (640, 400)) as window:
            window.wait("demo.page.frames > 3", 200)
            before = look(window)
            window.drag([[(60, 60), (150, 70), (240, 60)]])
            wait_frames(window, 2)
            changed = look(window).changed(before, (0.15, 0.15, 0.8, 0.6))
            check(changed > 0.02, f"{scene}: a drag changes {changed:.3f} of what it went over")
            print(f"    {scene}: {changed:.2f} of the pixels around a drag changed")


def check_controls():
    with opened("the controls", f"{fixed}&scene=smoke", (640, 400)) as window:
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


def wait_frames(window, count):
    """Until the page has shown so many more, in a scene that may have begun anew."""
    window.run("demo.page.frames = 0")
    window.wait(f"demo.page.frames >= {count}")


def read_panel(window):
    """Names of the tunables in the panel, in their order, by the tool tips of their rows; those of the first number."""
    names = window.run("""return [...document.querySelectorAll('.lil-gui .lil-controller')]
        .map((row) => /^(\\S+), default/m.exec(row.title)).filter((found) => found).map((found) => found[1])""")
    return list(dict.fromkeys(names))


def check_panel():
    shown = "return demo.readTable().filter((row) => row.shown).map((row) => row.name)"
    with opened("the panel", f"{fixed}&scene=smoke", (640, 400)) as window:
        window.press("h")
        counts = []
        for scene in ("smoke", "river", "sph3d_box", "blobs"):
            number = window.run("return demo.page.scenes.findIndex((each) => each.name === arguments[0])", scene)
            window.run(f"demo.chooseScene({number})")
            window.wait(f"!document.body.classList.contains('waiting') && demo.page.scene === {number} && "
                        "demo.page.frames > 1 && !demo.page.stale", 120)
            names, panel = window.run(shown), read_panel(window)
            by_group = sorted(names) == sorted(panel)
            check(by_group and len(names) > 40, f"{scene}: the panel lacks {set(names) - set(panel)}")
            counts.append(f"{scene} {len(names)}")
            expect_quiet(window, f"the panel of {scene}")
        print("    rows: " + ", ".join(counts))
        window.run("demo.chooseScene(0)")
        window.wait("!document.body.classList.contains('waiting') && demo.page.scene === 0 && demo.page.frames > 1")
        twice = window.run("return [...document.querySelectorAll('.lil-controller')].map((row) => row.innerText)")
        check(twice.count("bloom") == 2 and "Random splats" in twice, f"effects or splats are missing: {twice[:12]}")
        palette = "return demo.readTable().find((row) => row.name === 'picture.palette.count').value"
        before = window.run(palette)
        window.run("""const list = [...document.querySelectorAll('.lil-gui select')].find((each) =>
            each.innerText.includes('viridis')); list.value = 'viridis'; list.dispatchEvent(new Event('change'));""")
        check(window.run(palette) > before, "a palette is not taken")
        window.run("demo.clearSettings()")
        wait_frames(window, 3)
        unfolded = window.run("return document.querySelectorAll('.lil-gui .lil-gui:not(.lil-closed)').length")
        check(unfolded == 0, f"{unfolded} groups are open at first")
        value = "return demo.readTable().find((row) => row.name === arguments[0]).value"
        check(not window.run("return demo.set('grid.viscosity', -1)"), "a viscosity below 0 is taken")
        told = window.run("return document.getElementById('toast').innerText")
        check("grid.viscosity" in told and "from 0 to" in told, f"what is expected is told as '{told}'")
        # A row as a user has it: typed in, and the preset chosen from its list.
        window.run("""const row = [...document.querySelectorAll('.lil-controller')].find((each) =>
            each.title.includes('grid.viscosity, ')), input = row.querySelector('input');
            input.dispatchEvent(new Event('focus')); input.value = '0.25';
            input.dispatchEvent(new Event('input')); input.dispatchEvent(new Event('blur'));""")
        wait_frames(window, 3)
        check(window.run(value, "grid.viscosity") == 0.25, "a row of the panel sets nothing")
        check(window.run("return document.querySelectorAll('.lil-controller.changed').length") == 1, "no row is marked")
        before = look(window)
        window.run("""const list = [...document.querySelectorAll('.lil-gui select')].find((each) =>
            each.innerText.includes('Ink on paper')); list.value = 'Ink on paper';
            list.dispatchEvent(new Event('change'));""")
        wait_frames(window, 3)
        check(window.run(value, "grid.viscosity") != 0.25, "a preset keeps what was set before")
        check(look(window).changed(before, (0, 0, 1, 1)) > 0.5, "a preset does not change the picture")
        file = '{"fluid_demo preset": 1, "scene": "ink", "values": {"picture.tone.exposure": 2, "dyeScale": 1}}'
        window.run("demo.takeFile(arguments[0])", file)
        window.wait("demo.page.scenes[demo.page.scene].name === 'ink' && demo.page.frames > 2")
        check(window.run(value, "dyeScale") == 1, "a file of settings is not taken")
        own = window.run("return demo.readSceneValues()")
        check(own.get("picture.alpha") == "opaque" and "dyeScale" not in own, f"a saved file has {own} of the scene's own")
        window.run("demo.clearSettings()")
        wait_frames(window, 3)
        left = window.run("return demo.readTable().filter((row) => row.set).map((row) => row.name)")
        check(not left, f"reset leaves {left}")


def open_measures(window):
    """Opens the panel with them, and waits until all have shown something; their lines."""
    window.run("demo.page.opened = new Set(['Times', 'Energy and residual', 'Under the pointer'])")
    window.press("h")
    window.drag([[(60, 100), (70, 100)]])
    window.wait("[...document.querySelectorAll('.measures')].slice(0, 3).every((box) => box.children.length > 1)", 120)
    window.wait("[...document.querySelectorAll('.measures .plot b')].every((text) => text.innerText !== '')", 120)
    return window.run("return [...document.querySelectorAll('.measures div')].map((part) => [part.className, "
                      "...[...part.children].slice(0, 2).map((text) => text.innerText)])")


def count_plotted(window):
    """Of each plot, the pixels that are not clear."""
    return window.run("""return [...document.querySelectorAll('.measures canvas')].map((plot) =>
        plot.getContext('2d').getImageData(0, 0, plot.width, plot.height).data.filter((v, i) => i % 4 === 3 && v > 0).length)""")


def check_measures():
    with opened("measures", f"{fixed}&scene=smoke", (900, 700)) as window:
        window.wait("demo.page.frames > 2")
        parts = open_measures(window)
        window.wait("document.querySelectorAll('.measures .bar').length > 5", 200)
        plots = [label for kind, label, _ in parts if kind == "plot"]
        check(plots == ["frames", "steps on the CPU", "passes on the GPU", "kinetic energy", "residual of the projection"],
              f"the plots are {plots}")
        lines = {label: text for kind, label, text in parts if kind == "line"}
        check({"place", "velocity", "dye", "temperature", "pressure"} <= set(lines), f"under the pointer are {lines}")
        check(lines["place"].endswith(" m") and lines["velocity"].endswith(" m/s"), f"units are missing: {lines}")
        window.wait("demo.page.frames > 30")
        plotted = count_plotted(window)
        check(min(plotted) > 20, f"a plot is empty: {plotted}")
        print(f"    {len(plots)} plots, {len(parts)} parts, bars: "
              + ", ".join(window.run("return [...document.querySelectorAll('.measures .bar span')].map((b) => b.innerText)")))
    with opened("measures without a timer", f"{fixed}&scene=blobs", (900, 700),
                script=hide_extensions("EXT_disjoint_timer_query_webgl2")) as window:
        window.wait("demo.page.frames > 2")
        parts = open_measures(window)
        plots = [label for kind, label, _ in parts if kind == "plot"]
        check(plots == ["frames", "steps on the CPU", "kinetic energy", "area of fluid"], f"without a timer: {plots}")
        notes = [label for kind, label, _ in parts if kind == "note"]
        check(any("tells no times" in note for note in notes), f"nobody is told of the timer: {notes}")
        told = [text for level, text in window.messages() if level == "SEVERE"]
        check(len(told) == 1 and "GL_TIME_ELAPSED" in told[0], f"not told once that there are no times: {told[:3]}")


def check_weak_machines():
    with opened("a weak machine", "scene=smoke", (800, 500)) as window:
        sizes = window.run("return demo.sizes.length")
        check(window.run("return demo.page.size") == sizes - 1, "a browser that draws in software begins with a large size")
        # As if the page had taken the machine for a good one: it shrinks by itself, and the smoke goes on.
        window.run("demo.page.size = 0; demo.open(demo.page.scene); demo.page.made = 0")
        window.wait("demo.page.size > 0", 300)
        check("slow" in window.run("return document.getElementById('toast').innerText"), "nobody is told of the size")
        window.wait("demo.page.frames > 3")
        check(window.run("return demo.page.made") == 0, "the scene began anew for another size")
        shown = window.run("demo.showPoster(0); return document.querySelector('#wait b').getBoundingClientRect().toJSON()")
        check(shown["left"] <= 0 and shown["right"] >= 800 and shown["top"] <= 0 and shown["bottom"] >= 300,
              f"what stands in for a scene while its shaders are compiled does not cover the page: {shown}")


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
    with browser.Browser() as window:
        window.open((page / "index.html").resolve().as_uri())
        window.wait("!document.getElementById('trouble').hidden", 20)
        text = window.run("return document.getElementById('trouble').innerText")
        check("server of files" in text, f"opened from the disk the page tells '{text}'")
    with browser.Browser(options=["--disable-3d-apis"]) as window:
        check("WebGL 2" in read_trouble(window), "no WebGL: nobody is told")
    with browser.Browser() as window:
        window.add_script(hide_extensions("EXT_color_buffer_float", "EXT_color_buffer_half_float"))
        text = read_trouble(window)
        check("floating-point" in text, f"no float targets: '{text}'")
    with opened("no filtering of floats", f"{fixed}&scene=smoke&paused",
                script=hide_extensions("OES_texture_float_linear", "EXT_disjoint_timer_query_webgl2")) as window:
        window.run("return demo.step(10)")
        apart = look(window).distance(draw_native("smoke", 10))
        check(apart < 1.5, f"without filtering of floats smoke is {apart:.2f} from the native picture")


checks = {"size": check_size, "no size": check_no_size, "missing": check_what_is_missing, "pictures": check_pictures,
          "pointers": check_pointers, "controls": check_controls, "panel": check_panel, "measures": check_measures,
          "weak": check_weak_machines, "scenes": check_scenes}
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
