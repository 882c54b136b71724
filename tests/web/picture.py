"""Pictures to compare, by Python alone."""

import struct
import zlib


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
        assert (self.width, self.height) == (other.width, other.height), "two pictures differ in size"
        total = sum(abs(a - b) for y in range(self.height) for x in range(self.width)
                    for a, b in zip(self.at(x, y), other.at(x, y)))
        return total / (3 * self.width * self.height)

    def variety(self):
        return len({bytes(self.at(x, y)) for y in range(0, self.height, 2) for x in range(0, self.width, 2)})
