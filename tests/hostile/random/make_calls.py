"""Writes the random caller's table: for each public function a call with arguments made by what the headers say.

    make_calls.py --api gpufluid_api.json --hands FILE.c --out FOLDER

gpufluid_api.json tells what there is, so that a new function can't be forgotten: one of whose types nothing is known
stops the build. FILE.c has what has to be made by hand: `Base_TYPE` makes a structure of which no default is any use,
`Adjust_FUNCTION` changes arguments before a call. Both are found by their names. Writes random_calls.h and .c.
"""

import argparse
import json
import pathlib
import re
import sys

# What a software renderer has no time for, and no finding needs: the least and the largest value that is tried, of
# those that are allowed. A member, or a parameter of all functions.
CHEAP = {
    "gfFluidDef.gridWidth": (16, 48), "gfFluidDef.gridHeight": (16, 48), "gfFluidDef.maxSteps": (1, 2),
    "gfFluidDef.dyeScale": (0.25, 2), "gfFluidDef.cellSize": (0.01, 0.1), "gfFluid3DDef.maxSteps": (1, 2),
    "gfFluid3DDef.size": (0.3, 1), "gfFluid3DDef.sizeMax": (0, 1), "gfFluid3DDef.collisionTexels": (1, 32),
    "gfParticleParams.capacity": (1, 300), "gfParticleParams.spacing": (0.1, 0.3),
    "gfParticleParams.radius": (0.2, 0.6), "gfParticleParams.substeps": (0, 3),
    "gfParticleParams.maxSubsteps": (1, 3), "gfParticleParams.materialCount": (1, 2),
    "gfShallowParams.cflSubsteps": (1, 3), "gfGridParams.cflSubsteps": (1, 3), "gfGridParams.pressureCycles": (0, 3),
    "gfWaterParams.capacity": (1, 2000), "gfWaterParams.cflSubsteps": (1, 3), "gfWaterParams.pressureCycles": (1, 3),
    "gfGridParams.pressureIterations": (0, 20), "gfGridParams.diffusionCycles": (1, 2),
    "gfQueryDef.maxPoints": (0, 300), "gfQueryDef.maxRegions": (0, 20), "gfQueryDef.maxSolids": (0, 80),
    "gfQueryDef.maxRays": (0, 300), "gfQueryDef.maxShapes": (0, 40), "gfQueryDef.maxGroups": (0, 8),
    "gfTracersDef.count": (1, 500), "gfOpticalFlowDef.width": (8, 40), "gfOpticalFlowDef.height": (8, 40),
    "gfOpticalFlowDef.iterations": (1, 3), "gfShape.pointCount": (3, 16),
    "gridWidth": (16, 48), "gridHeight": (16, 48), "cellSize": (0.02, 0.06), "width": (1, 40), "height": (1, 40),
    "cycles": (0, 12), "slice_ms": (0, 0.1), "gfCreateFluidGroup.count": (1, 3),
}  # fmt: skip
# Parameters that are otherwise than small numbers.
USUAL = {"dt": (0, 0.05), "fixedStep": (0.002, 0.05), "aspect": (0.1, 4), "radius": (0.01, 0.4),
         "time_ms": (0, 9), "budget_ms": (0.01, 10), "margin": (0, 0.5)}  # fmt: skip
# Members that need other shaders, which a software renderer compiles for longer than it draws.
RARE = {
    "gfGridParams.advection", "gfGridParams.scheme", "gfGridParams.pressureMethod", "gfGaussianParams.mode",
    "gfGaussianParams.plain", "gfParticleMaterial.pull", "gfParticleParams.search", "gfParticleParams.plain",
    "gfParticleParams.slotBlock", "gfParticleParams.slotPages", "gfShallowParams.manning",
    "gfShallowParams.linearFriction", "gfShallowParams.filmViscosity", "gfShallowParams.yieldStress",
    "gfShallowParams.viscosity", "gfShallowParams.wind", "gfShallowParams.foam", "gfRippleParams.enabled",
    "gfWaterParams.affine", "gfWaterParams.viscosity", "gfWaterParams.surfaceTension",
    "gfFluidDef.dyeScale", "gfFluidDef.fieldPrecision", "gfDrawDef.alpha", "gfGridParams.velocityPrecision",
    "gfGridParams.dyePrecision", "gfGridParams.temperaturePrecision", "gfGridParams.keepTotals",
    "gfGridParams.vorticityConfinement", "gfGridParams.cflLimit", "gfGridParams.pressureTolerance",
    "gfGridParams.viscosity", "gfGridParams.dyeDiffusivity", "gfGridParams.temperatureDiffusivity",
    "gfBoundary.kind", "gfDrawDef.refraction", "gfDrawDef.bloom", "gfDrawDef.shafts", "gfDrawDef.shadow",
    "gfDrawDef.style", "gfDraw3DDef.style", "gfSurfaceDef.kind", "gfQueryDef.quantities", "gfQueryDef.sides",
    "gfQueryDef.maxRays", "gfQueryDef.maxShapes", "gfQueryDef.maxGroups", "gfQueryDef.contactReach",
    "gfSourceDef.zone", "gfSourceDef.sweeps", "gfDeviceDef.tier", "gfPrepareDef.uses",
}  # fmt: skip
# How often a function is called: of a thousand calls of others, so many are of one that is not here.
WEIGHTS = [(r"gf(Fluid|Fluid3D|FluidGroup|Governor|Tracers)_Step(Once)?$", 30), (r"gfDefault|gfMake|gfGetVersion", 3),
           (r"gfDestroyDevice$|gfDevice_Lose$", 1), (r"gfDevice_(BeginFrame|SetTarget)$", 5),
           (r"gfDevice_EndFrame", 12), (r"gfDestroyFluid(3D|Group)?$", 3), (r"gfDestroy", 4),
           (r"gfCreate(Device|Fluid|Fluid3D|OpticalFlow)$|FromSnapshot$", 5),
           (r"gfCreateFluidGroup$|gfDevice_Prepare$", 3)]  # fmt: skip
# Functions that keep textures, programs or buffers that they made for the next call, even if this one is refused then.
KEEPS = re.compile(r"gfFluid_(Draw|GetSurface|WriteFieldPart|FillToLevel$|ShapeGround$|AddParticles$|SampleParticles"
                   r"|FreezeParticles$|\w+ParticleGroup(s|Blocking)?$)"
                   r"|gfFluid3D_(Step|AddParticles|Draw|\w+Blocking|AddColl|MoveColl|RemoveColl)"
                   r"|gfDevice_Prepare$|gfDevice_RunGameFrame$")  # fmt: skip
# Those that make a fluid before they are refused: the device's lists may be longer then.
GROWS = re.compile(r"FromSnapshot$|_Load$")
# Those that keep some when the GL fails amid their work; a step keeps its time, too.
LAZY = re.compile(r"_(Step|StepOnce|Couple|Stir|RequestHealth|GetHealthBlocking|MeasureBlocking|GetTexture|RequestField"
                  r"|ReadFieldBlocking|Request|Compare|Project|Scroll|Follow|PollField|WriteField|SaveBlocking"
                  r"|RequestSave|RequestSaveInto)$")  # fmt: skip
# Results that tell whether a call was refused, by their type: C that is true then.
REFUSALS = {
    "bool": "!result",
    "gfPollStatus": "result == GF_POLL_FAILED",
    "gfRequestStatus": "result == GF_REQUEST_FAILED",
    "gfPrepareStatus": "result == GF_PREPARE_FAILED",
}
NUMBERS = {"float": "FLOAT", "double": "DOUBLE", "int32_t": "INT", "uint32_t": "UINT", "bool": "BOOL"}
ABSENT = "NAN"


class Unknown(Exception):
    """A type that nothing is known about."""


def base_of(kind):
    return re.sub(r"\bconst\b|\*", "", kind).strip()


class Maker:
    def __init__(self, api, hands):
        self.api = api
        self.structs = {item["name"]: item for item in api["structs"]}
        self.enums = {item["name"]: item for item in api["enums"]}
        self.opaques = [item["name"] for item in api["opaques"]]
        self.callbacks = {item["name"] for item in api["callbacks"]}
        self.handles = [item["name"] for item in api["structs"] if item["handle"]]
        self.functions = {item["name"]: item for item in api["functions"]}
        self.bases = set(re.findall(r"^(?:void Base_|BASE\(|BASE_WITH_SHAPE\()(gf\w+)", hands, re.M))
        self.adjusted = set(re.findall(r"^void Adjust_(\w+)\(", hands, re.M))
        self.used = []  # structures that are tried, in the order in which they are needed
        self.values = {}  # names of enumerations and masks, whose values are tried
        for name in self.adjusted - set(self.functions):
            raise Unknown(f"Adjust_{name}: there is no such function")

    # --- structures ---------------------------------------------------------------------------------------------------

    def default_of(self, name):
        """The function that returns one with every default; None: there is none."""
        for prefix in ("gfDefault", "gfGetDefault"):
            function = self.functions.get(prefix + name.removeprefix("gf"))
            if function and not function["parameters"] and function["returns"] == name:
                return function["name"]
        return None

    def use(self, name):
        if name not in self.used:
            self.used.append(name)
            for field in self.structs[name]["fields"]:
                inner = base_of(field["type"])
                if inner in self.structs and "*" in field["type"] and name not in self.bases:
                    self.use(inner)
        return name

    def enum_values(self, name):
        self.values[name] = [value["value"] for value in self.enums[name]["values"]]
        return name

    def tried(self, owner, field):
        """The least and largest number that is tried, and those that are allowed (NAN: not told)."""
        span = field.get("range", {})
        least, most = span.get("low"), span.get("high")
        whole = field["type"] in ("int32_t", "uint32_t")
        low = least if least is not None else (0 if whole else -60000)
        high = most if most is not None else (4 if whole else 60000)
        low, high = CHEAP.get(f"{owner}.{field['name']}", (low, high))
        return low, high, ABSENT if least is None else least, ABSENT if most is None else most

    def rows(self, name, offset=0, path="", around=None):
        """The members of a structure, those of its own structures too: rows of a table."""
        found, counts = [], set()
        owner = self.structs[name]
        for field in owner["fields"]:
            kind, lengths = field["type"], field.get("array", [])
            if offset + field["offset"] in counts:  # a list's, which is told with it
                continue
            at, here = offset + field["offset"], f"{path}{field['name']}"
            inner = base_of(kind)
            cells = 1
            for length in lengths:
                cells *= length
            rare = f"{name}.{field['name']}" in RARE
            known = {"name": here, "offset": at, "rare": rare, "cells": cells, "stride": field["size"] // cells}
            if "*" in kind:
                found += self.pointer_row(name, field, known, owner)
                counts |= {row["count"] for row in found if "count" in row}
            elif inner in self.structs:
                found += self.inner_rows(name, field, known, inner)
            elif inner in self.enums:
                found.append({**known, "kind": "ENUM", "values": self.enum_values(inner)})
            elif field["name"] == "cookie":
                found.append({**known, "kind": "COOKIE"})
            elif kind == "uint32_t":
                found.append(self.word_row(name, field, known))
            elif kind in NUMBERS:
                found.append({**known, "kind": NUMBERS[kind], "tried": self.tried(around or name, field)})
            elif "callback" in field or kind in self.callbacks:
                found.append({**known, "kind": "CALLBACK"})
            else:
                raise Unknown(f"{name}.{field['name']}: nothing is known of {kind}")
        return found

    def inner_rows(self, name, field, known, inner):
        """Those of a member that is a structure; its numbers are as wide as its own comment says."""
        rows = []
        for row in self.rows(inner, known["offset"], known["name"] + "."):
            if known["cells"] > 1 and row["cells"] > 1:  # of an array of arrays the first few
                for i in range(min(known["cells"], 2)):
                    rows.append({**row, "offset": row["offset"] + i * known["stride"]})
                continue
            if known["cells"] > 1:
                row = {**row, "cells": known["cells"], "stride": known["stride"]}
            if "tried" in row and (field.get("range") or f"{name}.{field['name']}" in CHEAP):
                row = {**row, "tried": self.tried(name, {**field, "type": "float"})}
            rows.append({**row, "rare": row["rare"] or known["rare"]})
        return rows

    def pointer_row(self, name, field, known, owner):
        kind, inner = field["type"], base_of(field["type"])
        if "callback" in field or inner in self.callbacks:
            return [{**known, "kind": "CALLBACK"}]
        if inner in self.opaques:
            return [{**known, "kind": "OBJECT", "object": inner}]
        if inner == "void" or kind == "const char *":  # the host's own, or the name of a file
            return []
        if inner in self.structs:
            fields = owner["fields"]
            after = fields[fields.index(field) + 1] if field is not fields[-1] else {"name": ""}
            if re.search(r"[cC]ount$", after["name"]):
                most = after.get("range", {}).get("high", ABSENT)
                return [{**known, "kind": "LIST", "struct": inner, "count": after["offset"], "most": most}]
            if name in self.bases:  # by hand, and left as it is
                return []
        raise Unknown(f"{name}.{field['name']}: how much {kind} points to is not known; make a {name} in Base_{name}")

    def word_row(self, name, field, known):
        """A uint32_t is a texture, an OR of an enumeration's values, an index, or a seed; its comment says which."""
        comment = field["comment"]
        mask = re.search(r"(?:OR of|[Jj]oined|Bits of) (gf\w+)", comment)
        if re.match(r"(A )?([Hh]ost )?GL texture", comment):
            return {**known, "kind": "TEXTURE"}
        if mask:
            return {**known, "kind": "BITS", "values": self.enum_values(mask.group(1))}
        if "index into" in comment:
            return {**known, "kind": "UINT", "tried": (0, 1, 0, ABSENT)}
        if field["name"] in ("seed", "id"):
            return {**known, "kind": "UINT", "tried": (0, 1 << 30, 0, ABSENT)}
        raise Unknown(f"{name}.{field['name']}: its comment says of no texture, bits, index or seed")

    def tables(self):
        lines, done = [], 0
        while done < len(self.used):  # one may need another
            name = self.used[done]
            done += 1
            lines += self.table(name)
        return lines

    def table(self, name):
        rows = []
        if name not in self.bases or not self.has_bare_memory(name):
            rows = self.rows(name)
        if name not in self.bases and not self.default_of(name):
            if any(row["kind"] == "CALLBACK" for row in rows):
                raise Unknown(f"{name} points to functions and has no default: make one in Base_{name}")
        lines = []
        if rows:
            lines.append(f"static const RandomField fields_{name}[] = {{")
            for row in rows:
                low, high, least, most = row.get("tried", (0, 0, ABSENT, row.get("most", ABSENT)))
                values = row.get("values")
                listed = f"values_{values}, {len(self.values[values])}" if values else "NULL, 0"
                extra = {"LIST": f"STRUCT_{row.get('struct')}", "OBJECT": f"OBJECT_{row.get('object')}"}
                lines.append(
                    f'    {{"{row["name"]}", {row["offset"]}, {row["cells"]}, {row["stride"]}, RANDOM_{row["kind"]}, '
                    f'{"true" if row["rare"] else "false"}, {low}, {high}, {least}, {most}, {listed}, '
                    f'{extra.get(row["kind"], 0)}, {row.get("count", 0)}}},'
                )
            lines.append("};")
            for row in rows:
                if row["kind"] == "LIST":
                    self.use(row["struct"])
        maker = self.default_of(name)
        lines.append(f"static void base_{name}(Caller *c, void *to)")
        lines.append("{")
        if name in self.bases:
            lines.append(f"    Base_{name}(c, to);")
        elif maker:
            lines += [f"    const {name} made = {maker}();", "    (void)c;", f"    *({name} *)to = made;"]
        else:
            lines += ["    (void)c;", f"    memset(to, 0, sizeof({name}));"]
        return lines + ["}", ""]

    def has_bare_memory(self, name):
        """Whether it points to numbers, whose sizes only a hand knows."""
        for field in self.structs[name]["fields"]:
            if "*" in field["type"] and base_of(field["type"]) in ("float", "uint8_t", "uint32_t", "int32_t"):
                return True
        return False

    def finite_rows(self, name, offset=0):
        """Places of the floats and doubles of a structure that a call writes."""
        found = []
        for field in self.structs[name]["fields"]:
            cells = 1
            for length in field.get("array", []):
                cells *= length
            kind = base_of(field["type"])
            for i in range(cells):
                at = offset + field["offset"] + i * (field["size"] // cells)
                if "*" in field["type"] or kind in ("gfShape", "gfShape3D"):  # with what their kind ignores, as given
                    continue
                if kind in ("float", "double"):
                    found.append((at, kind))
                elif kind in self.structs:
                    found += self.finite_rows(kind, at)
        return found

    # --- functions ----------------------------------------------------------------------------------------------------

    def argument(self, function, parameter):
        """How a parameter is made: the type of the variable and the lines that give it a value."""
        kind, name = parameter["type"], parameter["name"]
        inner, pointer, constant = base_of(kind), kind.count("*"), kind.startswith("const")
        counted = [p["name"] for p in function["parameters"] if p["name"] in ("count", "size") and "*" not in p["type"]]
        target = f"a.{name}"
        if "array" in parameter:
            length = parameter["array"][0]
            if inner != "float":
                raise Unknown(f"{function['name']}, {name}: nothing is known of an array of {inner}")
            call = "Caller_Matrix" if constant else "Caller_Room"
            size = f"{length}" if constant else f"{length} * sizeof(float)"
            return f"{'const ' if constant else ''}float *", [f"{target} = {call}(c, {size});"]
        if pointer == 2 and inner == "char":
            return kind, [f"{target} = Caller_Room(c, sizeof *{target});"]
        if pointer == 1 and inner in self.opaques:
            handles = [base_of(p["type"]) for p in function["parameters"] if base_of(p["type"]) in self.handles]
            if handles and parameter is function["parameters"][0]:
                return kind, [f"{target} = Caller_ObjectWith(c, OBJECT_{inner}, HANDLE_{handles[0]});"]
            return kind, [f"{target} = Caller_Object(c, OBJECT_{inner});"]
        if pointer == 1 and inner == "void" and counted == ["size"]:
            call = "Caller_Saved" if constant else "Caller_RoomToSave"
            return kind, [f"{target} = {call}(c, &a.size);"]
        if pointer == 1:
            return kind, self.pointed(function, parameter, inner, constant, counted == ["count"] and name != "def")
        if pointer:
            raise Unknown(f"{function['name']}, {name}: nothing is known of {kind}")
        if inner in self.handles:
            owner = f"a.{function['parameters'][0]['name']}"
            return inner, [
                f"const gfHandle handle_{name} = Caller_Handle(c, HANDLE_{inner}, {owner});",
                f"{target} = GF_FROM_HANDLE({inner}, handle_{name});",
            ]
        if inner in self.structs:
            self.use(inner)
            return inner, [f"Caller_Value(c, STRUCT_{inner}, &{target});"]
        if inner in self.enums:
            values = self.enum_values(inner)
            listed = f"values_{values}, {len(self.values[values])}"
            return inner, [f"{target} = ({inner})Random_Value(&c->random, {listed});"]
        if name in ("count", "size") and kind in ("int32_t", "size_t") and f"{function['name']}.{name}" not in CHEAP:
            return kind, []  # made before all others
        if kind == "uint32_t" and name == "material":
            return kind, [f"{target} = (uint32_t)Random_Int(&c->random, 0, 1);"]
        if kind == "uint32_t":
            if not re.search(r"texture|before|after|framebuffer", name):
                raise Unknown(f"{function['name']}, {name}: it is not known what kind of number it is")
            return kind, [f"{target} = Caller_Texture(c);"]
        if kind == "bool":
            return kind, [f"{target} = Random_Chance(&c->random, 50);"]
        if kind in ("float", "int32_t"):
            low, high = CHEAP.get(f"{function['name']}.{name}", CHEAP.get(name, USUAL.get(name, (-2, 2))))
            if kind == "int32_t" and name not in CHEAP and f"{function['name']}.{name}" not in CHEAP:
                low, high = 0, 5
            call = "Random_Float" if kind == "float" else "Random_Int"
            return kind, [f"{target} = {call}(&c->random, {low}, {high});"]
        raise Unknown(f"{function['name']}, {name}: nothing is known of {kind}")

    def pointed(self, function, parameter, inner, constant, many):
        """A pointer to one structure or to `count` things, for reading or for writing."""
        name = parameter["name"]
        target = f"a.{name}"
        count = "room" if many else "1"
        if inner in self.handles and constant:
            owner = f"a.{function['parameters'][0]['name']}"
            return [
                f"{inner} *list_{name} = Caller_Room(c, room * sizeof({inner}));",
                f"for (size_t i = 0; list_{name} != NULL && i < room; i++) {{",
                f"    const gfHandle handle = Caller_Handle(c, HANDLE_{inner}, {owner});",
                f"    list_{name}[i] = GF_FROM_HANDLE({inner}, handle);",
                "}",
                f"{target} = list_{name};",
            ]
        if inner in self.structs:
            written = not constant and not (self.default_of(inner) and inner.endswith("Params"))
            self.use(inner) if not written else None
            if written:
                return [f"{target} = Caller_Room(c, {count} * sizeof({inner}));"]
            lines = [f"{target} = Caller_Struct(c, STRUCT_{inner}, {count});"]
            live = self.live_definition(function, inner)
            if live:  # what is in force, changed a little
                owner, member, definition = live
                lines += [
                    f"if ({target} != NULL && (c->guided || Random_Chance(&c->random, 70))) {{",
                    f"    const {definition['returns']} live = {definition['name']}({owner});",
                    f"    *({inner} *){target} = live.{member};",
                    f"    Caller_Change(c, STRUCT_{inner}, ({inner} *){target});",
                    "}",
                ]
            return lines
        if inner == "float" and constant:
            return [f"{target} = Caller_Numbers(c, {count});"]
        if inner == "bool" and constant:
            return [f"{target} = Caller_Flags(c, {count});"]
        if inner in ("float", "bool"):
            return [f"{target} = Caller_Room(c, {count} * sizeof({inner}));"]
        raise Unknown(f"{function['name']}, {name}: nothing is known of {parameter['type']}")

    def live_definition(self, function, inner):
        """Where the object of a call has one of these: in what its GetDef returns."""
        first = function["parameters"][0]
        getter = self.functions.get(f"{base_of(first['type'])}_GetDef")
        if not getter or len(self.structs[inner]["fields"]) < 4:  # a place is no tunables
            return None
        for field in self.structs[getter["returns"]]["fields"]:
            if field["type"] == inner:
                return f"a.{first['name']}", field["name"], getter
        return None

    def call(self, function):
        name, parameters = function["name"], function["parameters"]
        lines = [f"static Outcome call_{name}(Caller *c)", "{"]
        arguments = [self.argument(function, parameter) for parameter in parameters]
        if parameters:
            lines.append(f"    Args_{name} a;")
            lines.append("    memset(&a, 0, sizeof a);")
        counted = [p for p in parameters if p["name"] == "count" and f"{name}.count" not in CHEAP]
        if counted:
            floats = any(base_of(p["type"]) == "float" and "*" in p["type"] for p in parameters)
            kind = counted[0]["type"]
            largest = "CALLER_VALUES" if floats and kind == "size_t" else "CALLER_LIST"
            lines.append(f"    const size_t room = Caller_Count(c, {largest});")
            lines.append(f"    a.count = ({kind})room;")
            if kind == "int32_t":
                lines.append("    a.count = Random_Chance(&c->random, c->random.absurd) ? "
                             "Random_Int(&c->random, -3, 0) : a.count;")  # fmt: skip
        for _, making in arguments:
            lines += [f"    {line}" for line in making]
        if name in self.adjusted:
            lines.append(f"    Adjust_{name}(c, &a);")
        values = ", ".join(f"a.{parameter['name']}" for parameter in parameters)
        lines.append("    Caller_Begin(c);")
        returns = function["returns"]
        if returns == "void":
            lines.append(f"    {name}({values});")
        else:
            lines.append(f"    const {returns} result = {name}({values});" if "*" not in returns else
                         f"    {returns} result = {name}({values});")  # fmt: skip
        lines += self.after(function)
        return lines + ["}", ""]

    def after(self, function):
        """What becomes of the result, and what outputs must be."""
        name, returns, parameters = function["name"], function["returns"], function["parameters"]
        first = f"a.{parameters[0]['name']}" if parameters else "NULL"
        inner = base_of(returns)
        lines, told = [], None
        if returns in REFUSALS:
            told = REFUSALS[returns]
        elif inner in self.handles:
            told = "GF_IS_NULL(result)"
        elif "*" in returns and re.match(r"gfCreate|gf\w+_RequestSave", name):
            told = "result == NULL"
        outcome = f"({told}) ? OUTCOME_REFUSED : OUTCOME_DONE" if told else "Caller_Untold()"
        lines.append(f"    const Outcome outcome = {outcome};")
        given = [p for p in parameters if base_of(p["type"]) in self.handles and "*" not in p["type"]]
        if given:
            lines.append(f"    Caller_Used(c, outcome, GF_TO_HANDLE(a.{given[0]['name']}));")
        if inner in self.handles:
            lines.append(f"    Caller_Remember(c, HANDLE_{inner}, {first}, GF_TO_HANDLE(result));")
        if "*" in returns and inner in self.opaques:
            owner = f"Caller_OwnerOf(c, {first})" if "_RequestSave" in name else first
            owner = "NULL" if inner == "gfDevice" else owner
            lines.append(f"    Caller_Own(c, OBJECT_{inner}, result, {owner});")
        if re.match(r"gfDestroy", name):
            lines.append(f"    Caller_Forget(c, outcome, {first});")
        if any(p["name"] == "data" and not p["type"].startswith("const") for p in parameters):
            owner = base_of(parameters[0]["type"])
            sizes = [f for f in (f"{owner}_GetSnapshotSize", f"{owner}_GetSize") if f in self.functions]
            if not sizes:
                raise Unknown(f"{name}: how many bytes of `data` it wrote is not known")
            ready = " && result == GF_POLL_READY" if returns == "gfPollStatus" else ""
            lines.append(f"    if (outcome == OUTCOME_DONE{ready}) {{")
            lines.append(f"        Caller_KeepSaved(c, a.data, {sizes[0]}({first}));")
            lines.append("    }")
        lines += self.finite(function, first)
        used = [line for line in lines if "result" in line]
        if returns != "void" and not used:
            lines.append("    (void)result;")
        return lines + ["    return outcome;"]

    def finite(self, function, first):
        """Floats that a call on an object wrote are finite once it is accepted. A definition comes back as it was
        given, with what its solver ignores."""
        lines = []
        if not function["parameters"] or base_of(function["parameters"][0]["type"]) not in self.opaques:
            return lines
        for parameter in function["parameters"]:
            inner = base_of(parameter["type"])
            if "*" not in parameter["type"] or parameter["type"].startswith("const") or inner not in self.structs:
                continue
            if self.default_of(inner):
                continue
            places = self.finite_rows(inner)
            many = any(p["name"] == "count" for p in function["parameters"])
            if places and inner not in self.handles:
                count = "1"
                if many:
                    count = "(size_t)a.count" if function["returns"] == "bool" else "Caller_Least(result, a.count)"
                self.outputs.setdefault(inner, places)
                polled = function["returns"] == "gfPollStatus"
                there = "result == GF_POLL_READY" if polled else "outcome == OUTCOME_DONE"
                lines.append(f"    if ({there} && a.{parameter['name']} != NULL) {{")
                lines.append(f"        Caller_ExpectFinite(c, a.{parameter['name']}, {count}, sizeof({inner}), "
                             f"outputs_{inner}, {len(places)});")  # fmt: skip
                lines.append("    }")
        returned = function["returns"]
        given = returned not in self.structs or returned in self.handles or self.default_of(returned)
        if not given and self.finite_rows(returned):
            self.outputs.setdefault(returned, self.finite_rows(returned))
            lines.append("    if (outcome == OUTCOME_DONE) {")
            lines.append(f"        Caller_ExpectFinite(c, &result, 1, sizeof result, outputs_{returned}, "
                         f"{len(self.outputs[returned])});")  # fmt: skip
            lines.append("    }")
        return lines

    # --- files --------------------------------------------------------------------------------------------------------

    def arguments_struct(self, function):
        if not function["parameters"]:
            return []
        lines = [f"typedef struct Args_{function['name']} {{"]
        for parameter in function["parameters"]:
            kind = self.argument(function, parameter)[0]
            lines.append(f"    {kind}{'' if kind.endswith('*') else ' '}{parameter['name']};")
        return lines + [f"}} Args_{function['name']};", ""]

    def weight(self, name):
        for pattern, weight in WEIGHTS:
            if re.match(pattern, name):
                return weight
        return 10

    def write(self, folder):
        self.outputs = {}
        calls = [line for function in self.api["functions"] for line in self.call(function)]
        tables = self.tables()
        makers = {f["returns"] for f in self.api["functions"] if re.match(r"gfCreate|gf\w+_RequestSave", f["name"])}
        for name in self.opaques:
            if f"{name} *" not in makers:
                raise Unknown(f"no function makes a {name}")
        head = ["// Made by make_calls.py from gpufluid_api.json.", "#ifndef RANDOM_CALLS_H", "#define RANDOM_CALLS_H"]
        head += ["", "#include <gpufluid/gpufluid.h>", ""]
        head += self.listing("ObjectKind", [f"OBJECT_{name}" for name in self.opaques] + ["OBJECT_KINDS"])
        head += self.listing("HandleKind", [f"HANDLE_{name}" for name in self.handles] + ["HANDLE_KINDS"])
        head += self.listing("StructKind", [f"STRUCT_{name}" for name in self.used] + ["STRUCT_KINDS"])
        for function in self.api["functions"]:
            head += self.arguments_struct(function)
        head += ["// Made by hand.", "struct Caller;"]
        head += [f"void Base_{name}(struct Caller *c, {name} *to);" for name in sorted(self.bases)]
        head += [f"void Adjust_{name}(struct Caller *c, Args_{name} *a);" for name in sorted(self.adjusted)]
        head.append("#endif")
        body = ["// Made by make_calls.py from gpufluid_api.json.", '#include "random/caller.h"', ""]
        for name, values in self.values.items():
            body.append(f"static const int32_t values_{name}[] = {{{', '.join(map(str, values))}}};")
        body.append("")
        body += tables
        body.append("const RandomStruct randomStructs[STRUCT_KINDS] = {")
        for name in self.used:
            listed = f"fields_{name}" if f"static const RandomField fields_{name}[] = {{" in tables else "NULL"
            count = f"sizeof fields_{name} / sizeof fields_{name}[0]" if listed != "NULL" else "0"
            body.append(f'    {{"{name}", sizeof({name}), base_{name}, {listed}, {count}}},')
        body += ["};", ""]
        for name, places in self.outputs.items():
            listed = ", ".join(f"{{{at}, {'true' if kind == 'double' else 'false'}}}" for at, kind in places)
            body.append(f"static const FinitePlace outputs_{name}[] = {{{listed}}};")
        body.append("")
        body += calls
        body.append("const RandomCall randomCalls[] = {")
        for function in self.api["functions"]:
            name, inner = function["name"], base_of(function["returns"])
            makes = f"OBJECT_{inner}" if inner in self.opaques and re.match(r"gfCreate|gf\w+_RequestSave", name) else "-1"
            ends = f"OBJECT_{base_of(function['parameters'][0]['type'])}" if name.startswith("gfDestroy") else "-1"
            keeps = ", ".join("true" if those.search(name) else "false" for those in (KEEPS, GROWS, LAZY))
            types = [base_of(p["type"]) for p in function["parameters"]]
            takes = f"OBJECT_{types[0]}" if types and types[0] in self.opaques and ends == "-1" else "-1"
            needs = next((f"HANDLE_{kind}" for kind in types if kind in self.handles), "-1")
            gives = f"HANDLE_{inner}" if inner in self.handles else "-1"
            rounds = max([len(self.enums[kind]["values"]) for kind in types if kind in self.enums], default=1)
            many = sum(kind in self.handles for kind in types)
            kinds = f"{makes}, {ends}, {takes}, {needs}, {many}, {gives}, {rounds}"
            body.append(f'    {{"{name}", call_{name}, {self.weight(name)}, {keeps}, {kinds}}},')
        body += ["};", "const int randomCallCount = sizeof randomCalls / sizeof randomCalls[0];", ""]
        (folder / "random_calls.h").write_text("\n".join(head) + "\n")
        (folder / "random_calls.c").write_text("\n".join(body))

    @staticmethod
    def listing(name, members):
        return [f"typedef enum {name} {{ {', '.join(members)} }} {name};", ""]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--api", type=pathlib.Path, required=True)
    parser.add_argument("--hands", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    try:
        Maker(json.loads(arguments.api.read_text()), arguments.hands.read_text()).write(arguments.out)
    except Unknown as problem:
        sys.exit(f"make_calls.py: {problem}")


main()
