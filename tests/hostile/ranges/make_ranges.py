"""Writes a table of the numbers of all definitions, with the ranges that the headers give them.

    make_ranges.py --api gpufluid_api.json --out FILE.c

A member of an enumeration has the range of its values, a mask of them that of all its bits. Of arrays there are the first
and the last cell. Textures, indices, pointers and shapes, whose numbers count by their kind, are in no row.
"""

import argparse
import json
import math
import pathlib
import re

TRIED = re.compile(r"gf\w*(Def|Params|Region|Boundaries|Particle|Particle3D)$")
TUNABLES = {"gfGridParams", "gfGaussianParams", "gfParticleParams", "gfShallowParams"}  # of fluids: rows of their own
SHAPES = {"gfShape", "gfShape3D"}
MOST = (-60000, 60000)  # GF_VALUE_MAX: of what nothing else is said
ANY = (-math.inf, math.inf)  # but finite
TO_MILLION, TO_BILLION, TO_ONE = (0, 1e6), (0, 1e9), (0, 1)
# What the headers say in words, or of several members at once; None: it counts with another member alone.
SAID = {
    "gfBoundary.table": None, "gfDraw3DDef.projection": ANY, "gfDraw3DDef.view": ANY, "gfDrawDef.range": TO_BILLION,
    "gfFadeDef.bottom": TO_BILLION, "gfFadeDef.left": TO_BILLION, "gfFadeDef.right": TO_BILLION,
    "gfFadeDef.top": TO_BILLION, "gfFluid3DDef.sizeMax": TO_MILLION, "gfGaussianParams.contactAngle": (50, 150),
    "gfGaussianParams.viscosity": TO_MILLION, "gfGridParams.dyeDiffusivity": TO_MILLION,
    "gfGridParams.dyeDissipation": TO_MILLION, "gfGridParams.temperatureDiffusivity": TO_MILLION,
    "gfGridParams.temperatureDissipation": TO_MILLION, "gfGridParams.velocityDissipation": TO_MILLION,
    "gfGridParams.viscosity": TO_MILLION, "gfGroundDef.slope": (-1e3, 1e3), "gfOpticalFlowDef.levels": (0, 8),
    "gfParticle.position": TO_ONE, "gfParticle3D.position": TO_ONE, "gfParticleMaterial.color": TO_ONE,
    "gfParticleParams.radius": (0, 4e6), "gfRigidBody3DDef.inertia": (0, 1e18), "gfRippleParams.speed": (1e-6, 1e6),
    "gfSource3DDef.dye": MOST, "gfSourceDef.dye": MOST, "gfSurfaceDef.projection": ANY, "gfSurfaceDef.view": ANY,
}  # fmt: skip
# Members of which one end or both are allowed only together with others, or only when the fluid is made.
DEPENDS = {
    "gfBoundary.kind", "gfFluid3DDef.size", "gfFluid3DDef.sizeMax", "gfParticleMaterial.cohesion",
    "gfParticleMaterial.density", "gfParticleMaterial.friction", "gfParticleParams.capacity",
    "gfParticleParams.groups", "gfParticleParams.radius", "gfParticleParams.search", "gfParticleParams.slotBlock",
    "gfParticleParams.slotPages", "gfParticleParams.spacing", "gfPrepareDef.draw3DCount", "gfPrepareDef.drawCount",
    "gfPrepareDef.fluid3DCount", "gfPrepareDef.fluidCount", "gfPrepareDef.queryCount", "gfPrepareDef.surfaceCount",
}  # fmt: skip
# What messages call them.
CALLED = {
    "gfFluidDef.gridHeight": "grid", "gfFluidDef.gridWidth": "grid", "gfGovernorDef.budget_ms": "budget",
    "gfParticle.position": "particles[0] is at", "gfParticle.velocity": "particles[0] moves",
    "gfParticle3D.position": "particles[0] is at", "gfParticle3D.velocity": "particles[0] moves",
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
        if key in SAID:
            return SAID[key]
        if kind in self.enums:
            values = [item["value"] for item in self.enums[kind] if not item["name"].endswith("_COUNT")]
            return min(values), max(values)
        if kind == "uint32_t" and mask:
            bits = 0
            for item in self.enums[mask.group(1)]:
                bits |= item["value"]
            return 0, bits
        if kind in ("float", "double") or (kind == "int32_t" and found) or (kind in self.structs and found):
            return found.get("low", MOST[0]), found.get("high", MOST[1])
        return None

    def label(self, owner, field, path, cell):
        """The member as messages have it."""
        if f"{owner}.{field['name']}" in CALLED:
            return CALLED[f"{owner}.{field['name']}"]
        if owner == "gfPalette" and field["name"] == "colors":
            return f"{path.rstrip('.')} stop {cell // 4}"
        if owner == "gfParticleMaterial":
            return f"{path.rstrip('.')}: {field['name']}"
        return path + field["name"]

    def rows(self, name, offset=0, path="", outer=None, ends=True):
        """Of a structure; `outer`: what is said of the member that it is."""
        found = []
        for field in self.structs[name]:
            kind, key = field["type"], f"{name}.{field['name']}"
            if "*" in kind or kind in SHAPES or (kind in TUNABLES and not path and "Fluid" in name):
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
