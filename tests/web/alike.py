"""One picture of every scene as the page, a window and a run without one show it, side by side, and how far apart they
are. Arguments: the page's folder, the native fluid_demo, the picture to be written (JPEG), and names of scenes if it is
not to be all of them."""

import base64
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

import browser
from picture import Picture

WIDTH, HEIGHT, CELLS, FRAMES = 256, 144, 128, 24
SHOWN = (192, 108)  # of each picture
BLOCKS = 2  # rows of three side by side

# Draws labels and pictures, by their addresses, on a canvas.
SHEET = """
const [rows, width, height, blocks] = arguments, gap = 4, label = 15, ground = "#18161e";
const down = Math.ceil(rows.length / blocks), across = 3 * (width + gap) + 2 * gap;
const sheet = Object.assign(document.createElement("canvas"),
  { width: blocks * across, height: down * (height + label + gap) + gap + label });
const draw = sheet.getContext("2d");
draw.fillStyle = ground;
draw.fillRect(0, 0, sheet.width, sheet.height);
draw.imageSmoothingQuality = "high";
draw.font = "11px sans-serif";
for (let block = 0; block < blocks; block++) {
  ["page", "window", "without a window"].forEach((name, column) => {
    draw.fillStyle = "#8a93a5";
    draw.fillText(name, gap + block * across + column * (width + gap), 12);
  });
}
return Promise.all(rows.map(async ({ name, pictures }, i) => {
  const left = gap + Math.floor(i / down) * across, top = label + gap + (i % down) * (height + label + gap);
  for (const [column, address] of pictures.entries()) {
    const image = new Image();
    image.src = address;
    await image.decode();
    draw.drawImage(image, left + column * (width + gap), top, width, height);
  }
  draw.fillStyle = "#e6eaf2";
  draw.fillText(name, left, top + height + 11);
})).then(() => sheet.toDataURL("image/jpeg", 0.85));
"""


def read_address(address):
    return base64.b64decode(address.split(",")[1])


def draw_page(folder, names):
    """A picture of each scene, as PNG."""
    pictures = {}
    server = browser.Server(str(folder))
    with browser.Browser((640, 480)) as window:
        window.open(f"{server.address}/?size={WIDTH}x{HEIGHT}&cells={CELLS}&level=medium&paused")
        window.wait("window.demo || !document.getElementById('trouble').hidden", 300)
        window.run("demo.page.stopped = true")
        for name in names:
            print(f"alike: {name}", file=sys.stderr)
            number = window.run("return demo.page.scenes.findIndex((scene) => scene.name === arguments[0])", name)
            window.run("demo.open(arguments[0]); return demo.step(arguments[1])", number, FRAMES)
            pictures[name] = read_address(window.run("return demo.picture()"))
        loud = [text for level, text in window.messages() if level == "SEVERE"]
        if loud:
            raise browser.Trouble(f"the page's console has errors: {loud[:3]}")
    server.close()
    return pictures


def write_recording(native, names, folder):
    """Of all scenes, one after the other, with pictures that go on to their own time as those of windows do."""
    path = folder / "input.txt"
    subprocess.run([native, "--headless", "--no-cache", "--scene", names[0], "--frames", "1", "--size",
                    f"{WIDTH}x{HEIGHT}", "--grid", f"{CELLS}x{CELLS * HEIGHT // WIDTH}", "--dye-scale", "2",
                    "--out", str(folder / "first.png"), "--record-input", str(path)], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    head, _, rest = path.read_text().replace("ahead 0", "ahead 1").partition("begin\n")
    frame = rest.splitlines(keepends=True)[0]
    text = head + "begin\n" + "".join(f"scene {name}\n" + FRAMES * frame for name in names)
    path.write_text(text)
    total = subprocess.run(["cksum", str(path)], check=True, capture_output=True, text=True).stdout.split()[0]
    path.write_text(f"{text}end {total}\n")
    return path


def draw_native(native, names, recording, windowed):
    pattern = recording.parent / ("window_%05d.png" if windowed else "headless_%05d.png")
    command = [native, "--no-cache", "--replay", str(recording), "--out", str(pattern)]
    command = ["xvfb-run", "-a", "-s", "-screen 0 1024x768x24", *command] if windowed else [*command, "--headless"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return {name: pathlib.Path(str(pattern) % (FRAMES * (i + 1) - 1)).read_bytes() for i, name in enumerate(names)}


def write_sheet(names, columns, path):
    def address(png):
        return "data:image/png;base64," + base64.b64encode(png).decode()

    rows = [{"name": name.replace("_", " "), "pictures": [address(column[name]) for column in columns]}
            for name in names]
    with browser.Browser((640, 480)) as window:
        window.open("about:blank")
        path.write_bytes(read_address(window.run(SHEET, rows, *SHOWN, BLOCKS)))


def main():
    folder, native, out = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    listed = subprocess.run([native, "--list"], check=True, capture_output=True, text=True).stdout
    names = sys.argv[4:] or [line.split()[0] for line in listed.splitlines()]
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor() as pool:
        recording = write_recording(native, names, pathlib.Path(temporary))
        runs = [pool.submit(draw_page, folder, names), pool.submit(draw_native, native, names, recording, True),
                pool.submit(draw_native, native, names, recording, False)]
        page, window, headless = [run.result() for run in runs]
    write_sheet(names, (page, window, headless), out)
    print(f"{'scene':14} {'page':>6} {'window':>7}   mean difference from the run without a window, of 255")
    for name in names:
        reference = Picture(headless[name])
        apart = [Picture(column[name]).distance(reference) for column in (page, window)]
        print(f"{name:14} {apart[0]:6.2f} {apart[1]:7.2f}")


main()
