"""Writes a table of the numbers of all definitions, with the ranges that the headers give them.

    make_ranges.py --api gpufluid_api.json --out FILE.c

A member of an enumeration has the range of its values, a mask of them that of all its bits. Of arrays there are the
first and the last cell. Textures, indices, pointers and shapes, whose numbers count by their kind, are in no row.
"""

import argparse
import json
import math
import pathlib
import re

TRIED = re.compile(r"gf\w*(Def|Params|Region|Boundaries|Particle|Particle3D)$")
# Of fluids: rows of their own.
TUNABLES = {"gfGridParams", "gfGaussianParams", "gfParticleParams", "gfShallowParams", "gfWaterParams"}
SHAPES = {"gfShape", "gfShape3D"}
ANY = (-math.inf, math.inf)  # but finite
# Numbers that count with another member alone, or have some room for rounding: a test tries them by hand.
BY_HAND = set("gfBoundary.table gfParticle.position gfParticle3D.position".split())
# Numbers that other checks hold within less.
FINITE = set(
    "gfDraw3DDef.projection gfDraw3DDef.view gfFluid3DDef.rotation gfSurfaceDef.projection gfSurfaceDef.view".split()
)
# Numbers whose 0 stands for a default, as does what lies between it and their range.
FROM_0 = {"gfFluid3DDef.sizeMax": (0, 1e6), "gfDrawDef.range": (0, 1e9), "gfOpticalFlowDef.levels": (0, 8)}
# Members of which one end or both are allowed only together with others, or only when the fluid is made.
DEPENDS = set(
    "gfBoundary.kind gfDrawDef.style gfFluid3DDef.rotation gfFluid3DDef.size gfFluid3DDef.sizeMax "
    "gfGameFrameDef.partCount gfGroundLook.high gfGroundLook.low gfParticleMaterial.cohesion "
    "gfParticleMaterial.density gfParticleMaterial.friction gfParticleParams.capacity gfParticleParams.groups "
    "gfParticleParams.radius gfParticleParams.search gfParticleParams.slotBlock gfParticleParams.slotPages "
    "gfParticleParams.spacing gfPrepareDef.draw3DCount gfPrepareDef.drawCount gfPrepareDef.fluid3DCount "
    "gfPrepareDef.fluidCount gfPrepareDef.queryCount gfPrepareDef.surfaceCount gfQueryDef.quantities "
    "gfQueryRegion.quantity gfShallowLook.groundHigh gfShallowLook.groundLow gfSurfaceSource.of gfTransform2D.m "
    "gfWaterParams.capacity".split()
)
# What messages call them.
CALLED = {
    "gfFluidDef.gridHeight": "grid", "gfFluidDef.gridWidth": "grid", "gfParticle.velocity": "particles[0] moves",
    "gfParticle3D.velocity": "particles[0] moves",
    "gfSurfaceSource.ahead": "ahead", "gfSurfaceSource.floor": "floor", "gfSurfaceSource.level": "level",
    "gfSurfaceSource.of": "source", "gfSurfaceSource.scale": "scale",
}  # fmt: skip


class Maker:
    def __init__(self, api):
        self.structs = {item["name"]: item["fields"] for item in api["structs"]}
        self.enums = {item["name"]: item["values"] for item in api["enums"]}

    def span(self, key, field):
        """The least and the largest value; None: it is no number of its own, or nothing is said of it."""
        kind, found = field["type"], field.get("range", {})
        mask = re.search(r"(?:OR of|[Jj]oined|Bits of) (gf\w+)", field["comment"])
        if key in FINITE:
            return ANY
        if key in FROM_0:
            return FROM_0[key]
        if kind in self.enums:
            values = [item["value"] for item in self.enums[kind] if not item["name"].endswith("_COUNT")]
            return min(values), max(values)
        if kind == "uint32_t" and mask:
            bits = 0
            for item in self.enums[mask.group(1)]:
                bits |= item["value"]
            return 0, bits
        if found and kind != "uint32_t":
            return found["low"], found["high"]
        return None

    def label(self, owner, field, path, cell):
        """The member as messages have it."""
        if f"{owner}.{field['name']}" in CALLED:
            return CALLED[f"{owner}.{field['name']}"]
        if owner == "gfPalette" and field["name"] == "colors":
            return f"{path.rstrip('.')} stop {cell // 4}"
        return path + field["name"]

    def rows(self, name, offset=0, path="", outer=None, ends=True):
        """Of a structure; `outer`: what is said of the member that it is."""
        found = []
        for field in self.structs[name]:
            kind, key = field["type"], f"{name}.{field['name']}"
            if key in BY_HAND or "*" in kind or kind in SHAPES or (kind in TUNABLES and not path and "Fluid" in name):
                continue
            cells = math.prod(field.get("array", []))
            for cell in sorted({0, cells - 1}):
                at = offset + field["offset"] + cell * (field["size"] // cells)
                label = self.label(name, field, path, cell)
                span = outer or self.span(key, field)
                both = ends and key not in DEPENDS and span != ANY
                if field["name"] == "cookie":
                    found.append(("gfDefault" + name[2:], at, "cookie", 0, 0, False))
                elif kind in self.structs:
                    inner = label if kind in ("gfVec2", "gfVec3", "gfQuat") else label + "."
                    inner = f"{label}[{cell}]." if cells > 1 else inner
                    found += self.rows(kind, at, inner, span, both)
                elif span:
                    whole = "int" if kind not in ("float", "double") else kind
                    label = path if name in ("gfVec2", "gfVec3", "gfQuat") else label
                    found.append((label, at, whole, *span, both))
        return found


def number(value):
    return "INFINITY" if value == math.inf else "-INFINITY" if value == -math.inf else repr(float(value))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--api", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    maker = Maker(json.loads(arguments.api.read_text()))
    lines = ["// Made by make_ranges.py from gpufluid_api.json.", '#include "ranges/ranges.h"', ""]
    lines.append("const RangeRow rangeRows[] = {")
    for name in filter(TRIED.match, maker.structs):
        for label, at, kind, low, high, ends in maker.rows(name):
            span = f"{number(low)}, {number(high)}, {'true' if ends else 'false'}"
            lines.append(f'    {{"{name}", "{label}", {at}, RANGE_{kind.upper()}, {span}}},')
    lines += ["};", "const int rangeRowCount = sizeof rangeRows / sizeof rangeRows[0];", ""]
    arguments.out.write_text("\n".join(lines))


main()
