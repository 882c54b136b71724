"""Pictures to compare, by Python alone."""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).parents[1] / "support"))
from film_files import read_png


class Picture:
    """A PNG of colours, as canvases and stb write them."""

    def __init__(self, data):
        self.rows = read_png(data)[0]
        self.width, self.height = len(self.rows[0]), len(self.rows)

    def at(self, x, y):
        return self.rows[y][x][:3]

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
        return len({self.at(x, y) for y in range(0, self.height, 2) for x in range(0, self.width, 2)})
