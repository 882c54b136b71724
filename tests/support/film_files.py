#!/usr/bin/env python3
"""Checks of the files that tests of the demo make: film_files.py CHECK ARGUMENTS..."""
import math
import re
import struct
import sys
import zlib


def read_png(file):
    """Rows of pixels, and texts, of a PNG: a path or bytes."""
    data = file if isinstance(file, bytes) else open(file, "rb").read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", file
    at, packed, texts = 8, b"", {}
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + size]
        assert struct.unpack(">I", data[at + 8 + size : at + 12 + size])[0] == zlib.crc32(kind + body), kind
        if kind == b"IHDR":
            width, height, bits, color = struct.unpack(">IIBB", body[:10])
        elif kind == b"IDAT":
            packed += body
        elif kind == b"tEXt":
            key, value = body.split(b"\0", 1)
            texts[key.decode()] = value.decode()
        at += 12 + size
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[color]
    step = channels * bits // 8
    row_bytes = width * step
    raw, rows, above = zlib.decompress(packed), [], bytes(row_bytes)
    for y in range(height):
        start = y * (row_bytes + 1)
        row, kind = bytearray(raw[start + 1 : start + 1 + row_bytes]), raw[start]
        for i in range(row_bytes):
            left = row[i - step] if i >= step else 0
            up, corner = above[i], above[i - step] if i >= step else 0
            guess = left + up - corner
            paeth = min((left, up, corner), key=lambda v: abs(guess - v))
            row[i] = (row[i] + (0, left, up, (left + up) // 2, paeth)[kind]) & 255
        above = bytes(row)
        values = row if bits == 8 else [row[i] << 8 | row[i + 1] for i in range(0, row_bytes, 2)]
        rows.append([tuple(values[x * channels : (x + 1) * channels]) for x in range(width)])
    return rows, texts


def read_exr(path):
    data = open(path, "rb").read()
    assert struct.unpack("<II", data[:8]) == (20000630, 2)
    at, attributes = 8, {}
    while data[at] != 0:
        end = data.index(b"\0", at)
        name = data[at:end].decode()
        at = data.index(b"\0", end + 1) + 1
        size = struct.unpack("<I", data[at : at + 4])[0]
        attributes[name] = data[at + 4 : at + 4 + size]
        at += 4 + size
    names = [c[:1] for c in re.findall(rb"[ABGRY]\0", attributes["channels"])]
    assert names == sorted(names)
    _, _, right, bottom = struct.unpack("<IIII", attributes["dataWindow"])
    width, height = right + 1, bottom + 1
    places = struct.unpack("<%dQ" % height, data[at + 1 : at + 1 + 8 * height])
    rows = []
    for y, place in enumerate(places):
        number, size = struct.unpack("<II", data[place : place + 8])
        assert number == y and size == 4 * width * len(names)
        line = struct.unpack("<%df" % (width * len(names)), data[place + 8 : place + 8 + size])
        planes = {n: line[i * width : (i + 1) * width] for i, n in enumerate(names)}
        order = [b"Y"] if len(names) == 1 else [b"R", b"G", b"B", b"A"][: len(names)]
        rows.append([tuple(planes[n][x] for n in order) for x in range(width)])
    assert place + 8 + size == len(data)
    return rows


def difference(a, b):
    return sum(abs(p - q) for p, q in zip(a, b)) / len(a)


def flat(rows, channels=3):
    return [c for row in rows for pixel in row for c in pixel[:channels]]


def read_frames(path, width, height):
    data, size = open(path, "rb").read(), 4 * width * height
    return [data[i : i + size] for i in range(0, len(data), size)]


def check_last_frame(path, width, height, picture):
    last = read_frames(path, width, height)[-1]
    assert bytes(c for row in read_png(picture)[0] for p in row for c in p) == last


def check_loop(path, width, height, count):
    frames = read_frames(path, width, height)
    assert len(frames) == count, len(frames)
    apart = [difference(a, b) for a, b in zip(frames, frames[1:])]
    closing = difference(frames[-1], frames[0])
    assert min(apart) > 0.0 and closing <= max(apart), (closing, min(apart), max(apart))
    middle = difference(frames[0], frames[len(frames) // 2])
    assert middle > 2.0 * closing, (middle, closing)  # it moves


def check_size(path, width, height):
    rows, _ = read_png(path)
    assert (len(rows[0]), len(rows)) == (width, height), (len(rows[0]), len(rows))


def check_corners(path, *linear):
    """All corners have this linear colour, as sRGB."""
    rows, _ = read_png(path)
    levels = [float(v) for v in linear]
    srgb = [1.055 * v ** (1 / 2.4) - 0.055 if v > 0.0031308 else 12.92 * v for v in levels]
    expected = [round(255 * v) for v in srgb] + [255]
    for pixel in (rows[0][0], rows[0][-1], rows[-1][0], rows[-1][-1]):
        assert all(abs(p - e) <= 1 for p, e in zip(pixel, expected, strict=True)), (pixel, expected)


def check_book(path, columns, rows, width, height):
    rim = 4
    sheet, texts = read_png(path)
    wide, high = width + 2 * rim, height + 2 * rim
    assert (len(sheet[0]), len(sheet)) == (columns * wide, rows * high)
    assert texts["tiles"] == "%dx%d" % (columns, rows) and texts["rim"] == "4", texts
    clear = covered = dark = 0
    for tile in range(columns * rows):
        left, top = tile % columns * wide, tile // columns * high
        for y in range(high):
            for x in range(wide):
                inner_x, inner_y = min(max(x, rim), rim + width - 1), min(max(y, rim), rim + height - 1)
                pixel = sheet[top + y][left + x]
                assert pixel == sheet[top + inner_y][left + inner_x]  # the rim goes on as the tile ends
                clear += pixel[3] == 0
                covered += pixel[3] > 200
                dark += pixel[3] < 8 and sum(pixel[:3]) < 24
    assert covered > 20 and clear > 100, (covered, clear)
    assert dark == 0, dark  # colour is continued to where nothing is seen
    # Straight: thin dye is as bright as thick dye.
    thin = [sum(p[:3]) for row in sheet for p in row if 0 < p[3] < 32]
    thick = [sum(p[:3]) for row in sheet for p in row if p[3] > 200]
    assert sum(thin) / len(thin) > 0.6 * sum(thick) / len(thick)


def check_normals(path, columns, rows, width, height):
    sheet, _ = read_png(path)
    bent = 0
    for row in sheet:
        for pixel in row:
            n = [(c - 128) / 127 for c in pixel]
            assert abs(math.sqrt(sum(c * c for c in n)) - 1) < 0.02, pixel
            bent += n[2] < 0.9
    assert bent > 20, bent
    # The left side of what rises faces left.
    last = [row[-(width + 8) :] for row in sheet[-(height + 8) :]]
    lit = [x for row in last for x, p in enumerate(row) if p[0] < 90]
    unlit = [x for row in last for x, p in enumerate(row) if p[0] > 166]
    assert lit and unlit and sum(lit) / len(lit) < sum(unlit) / len(unlit)


def check_flow(path, exr):
    sheet, texts = read_png(path)
    field = read_exr(exr)
    scale = float(texts["scale"].split()[0])
    assert texts["scale"].endswith(" m/s") and scale > 0.01
    assert (len(sheet[0]), len(sheet)) == (len(field[0]), len(field))
    for seen, row in zip(sheet, field):
        for pixel, value in zip(seen, row):
            for c in range(2):
                assert abs((pixel[c] - 128) / 127 * scale - value[c]) <= 0.51 / 127 * scale, (pixel, value)


def check_distance(path):
    sheet, texts = read_png(path)
    scale = float(texts["scale"].split()[0])
    values = [[(p[0] - 128) / 127 * scale for p in row] for row in sheet]
    step = scale / 127
    assert min(map(min, values)) < -2.0 and max(map(max, values)) > 0.5
    for y in range(len(values)):
        for x in range(1, len(values[0])):
            assert abs(values[y][x] - values[y][x - 1]) <= 1.0 + 1.1 * step, (x, y)
    # Outside, it grows by a pixel a pixel along the steepest way.
    slopes = []
    for y in range(1, len(values) - 1):
        for x in range(1, len(values[0]) - 1):
            if -0.9 * scale < values[y][x] < -1.5:
                dx, dy = values[y][x + 1] - values[y][x - 1], values[y + 1][x] - values[y - 1][x]
                slopes.append(math.hypot(dx, dy) / 2)
    slopes.sort()
    assert len(slopes) > 20 and abs(slopes[len(slopes) // 2] - 1) < 0.1, slopes[len(slopes) // 2]


def check_fields(exr, png):
    floats = read_exr(exr)
    deep, texts = read_png(png)
    low, high = [float(v) for v in texts["range"].split()[0:3:2]]
    largest = max(abs(a) for row in floats for p in row for a in p)
    assert largest > 0.01
    for row, other in zip(floats, deep):
        for a, b in zip(row, other):
            for c in range(2):
                assert abs(low + (high - low) * b[c] / 65535 - a[c]) <= 0.51 * (high - low) / 65535


def check_faded(faded, kept, columns, rows, width, height):
    """Nothing is left on the edges of tiles, where there was something; their middles are the same."""
    one, other = read_png(faded)[0], read_png(kept)[0]
    largest = 0
    for i in range(columns * rows):
        left, top = i % columns * (width + 8) + 4, i // columns * (height + 8) + 4
        for x in range(width):
            for y in range(height):
                alpha, was = one[top + y][left + x][3], other[top + y][left + x][3]
                assert alpha <= 1 or (0 < x < width - 1 and 0 < y < height - 1), (i, x, y)
                assert y != height // 2 or not width // 3 <= x < 2 * width // 3 or abs(alpha - was) <= 1, (i, x, y)
                largest = max(largest, was if y in (0, height - 1) else 0)
    assert largest > 40, largest


def check_alike(a, b, most):
    apart = difference(flat(read_png(a)[0]), flat(read_png(b)[0]))
    assert apart < float(most), apart


def check_bright(path):
    assert max(flat(read_png(path)[0])) > 100


def check_gif(path, count, width, height):
    """Opens in a common reader, has so many frames of 1/20 s, and they differ but where nothing moves."""
    from PIL import Image, ImageSequence

    film = Image.open(path)
    assert film.format == "GIF" and film.size == (width, height), film
    frames = []
    for frame in ImageSequence.Iterator(film):
        assert count == 1 or frame.info["duration"] == 50, frame.info
        frames.append(frame.convert("RGB").tobytes())
    assert len(frames) == count, len(frames)
    if path == "still.gif":
        assert frames[0] == frames[1]
    elif len(frames) > 1:
        assert len(set(frames)) == len(frames), "frames that are alike"
        assert film.info["loop"] == 0
    if path == "film.gif":
        shown = Image.open("shown.png").convert("RGB").tobytes()
        # The last frame of the film is two before the last that was drawn.
        assert sum(abs(a - b) for a, b in zip(frames[-1], shown)) / len(shown) < 6


if __name__ == "__main__":
    globals()["check_" + sys.argv[1]](*(int(word) if word.isdigit() else word for word in sys.argv[2:]))
