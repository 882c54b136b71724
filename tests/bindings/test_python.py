"""The Python package: see test_python.sh. GPUFLUID_TWIN is the picture by C, GPUFLUID_LIVES and
GPUFLUID_CALLS how many lives are lived and how many random calls are made."""

import faulthandler
import gc
import inspect
import logging
import os
import random
import re
import threading
import time
import unittest

import gpufluid
import numpy

TWIN = os.environ.get("GPUFLUID_TWIN")
LIVES = int(os.environ.get("GPUFLUID_LIVES", "20"))
CALLS = int(os.environ.get("GPUFLUID_CALLS", "1000"))
faulthandler.enable()
ffi, lib, api = gpufluid.ffi, gpufluid.lib, gpufluid.api


def make_fluid(device, **fields):
    return gpufluid.Fluid(device, **{"grid_width": 16, "grid_height": 12, **fields})


def make_context():
    """A context of moderngl's; None without moderngl."""
    try:
        import moderngl
    except ImportError:
        return None
    return moderngl.create_context(standalone=True, backend="egl")


def make_texture(device):
    """A texture of 2 x 2 texels in the device's context."""
    name = ffi.new("unsigned *")
    device.get_renderer()  # makes the context current
    ffi.cast("void (*)(int, unsigned *)", device.get_proc_address("glGenTextures"))(1, name)
    ffi.cast("void (*)(unsigned, unsigned)", device.get_proc_address("glBindTexture"))(0x0DE1, name[0])
    kind = "void (*)(unsigned, int, int, int, int, int, unsigned, unsigned, const void *)"
    fill = ffi.cast(kind, device.get_proc_address("glTexImage2D"))
    fill(0x0DE1, 0, 0x8058, 2, 2, 0, 0x1908, 0x1401, ffi.new("char[]", 16))
    return name[0]


class TestDescription(unittest.TestCase):
    """cffi understands the description as the compiler does. That it says what headers declare: test_api.sh."""

    def test_sizes_and_offsets(self):
        for item in api["structs"]:
            self.assertEqual(ffi.sizeof(item["name"]), item["size"], item["name"])
            self.assertEqual(ffi.alignof(item["name"]), item["alignment"], item["name"])
            fields = dict(ffi.typeof(item["name"]).fields)
            self.assertEqual(list(fields), [field["name"] for field in item["fields"]])
            for field in item["fields"]:
                place = f"{item['name']}.{field['name']}"
                self.assertEqual(fields[field["name"]].offset, field["offset"], place)
                self.assertEqual(ffi.sizeof(fields[field["name"]].type), field["size"], place)

    def test_numbers(self):
        for item in api["enums"]:
            self.assertEqual(ffi.sizeof(item["name"]), item["size"], item["name"])
            made = getattr(gpufluid, item["name"].removeprefix("gf"))
            self.assertEqual(len(made.__members__), len(item["values"]), item["name"])
            for value in item["values"]:
                self.assertEqual(getattr(lib, value["name"]), value["value"])
        for macro in api["macros"]:
            if isinstance(macro.get("number"), int):
                self.assertEqual(getattr(lib, macro["name"]), macro["number"])

    def test_every_function_is_there(self):
        """In `lib`, with the number of parameters that the headers have, and by its Python name."""
        told = set()
        for thing in vars(gpufluid).values():
            for one in [thing, *(vars(thing).values() if isinstance(thing, type) else [])]:
                one = getattr(one, "__func__", one)
                told |= set(re.findall(r"^In C: (\w+)$", getattr(one, "__doc__", None) or "", re.M))
        by_hand = {"gfErrorText", "gfGetLastError", "gfClearLastError", "gfCreateDevice", "gfFluid_WriteField"}
        by_hand |= {"gfFluid_RequestField"}
        for item in api["functions"]:
            name = item["name"]
            self.assertEqual(len(ffi.typeof(getattr(lib, name)).args), len(item["parameters"]), name)
            if re.match(r"gfDestroy|gfDefault\w+(?<!For)$", name) or name in by_hand:
                continue
            self.assertIn(name, told)

    def test_documentation(self):
        made = [gpufluid.Fluid.step, gpufluid.Fluid.__init__, gpufluid.FluidDef, gpufluid.Field, gpufluid.make_circle]
        for thing in made:
            self.assertGreater(len(thing.__doc__), 40, thing)
        self.assertIn("grid_width: Cells across, GRID_MIN to GRID_MAX.", gpufluid.FluidDef.__doc__)
        self.assertNotRegex(gpufluid.Fluid.step.__doc__.split("In C:")[0], r"\bgf[A-Z]")


class Refusals(unittest.TestCase):
    """Tests that something is refused."""

    def refuse(self, kind, words, call, *arguments, **keywords):
        with self.assertRaisesRegex(kind, words) as caught:
            call(*arguments, **keywords)
        return caught.exception

    def refuse_by_library(self, code, words, call, *arguments, **keywords):
        error = self.refuse(gpufluid.Error, words, call, *arguments, **keywords)
        self.assertEqual(error.code, gpufluid.ErrorCode[code])
        return error


class OnDevice(Refusals):
    """Tests that share a device."""

    @classmethod
    def setUpClass(cls):
        cls.device = gpufluid.Device()

    @classmethod
    def tearDownClass(cls):
        cls.device.close()


class TestCalls(OnDevice):
    """What a program does."""

    def test_fields(self):
        with make_fluid(self.device, dye_scale=2) as fluid:
            self.assertEqual(fluid.read_shape("dye"), (24, 32, 4))
            dye = numpy.random.default_rng(1).random((24, 32, 4), numpy.float32)
            fluid.write("dye", dye)
            self.assertLess(abs(fluid.read(gpufluid.Field.DYE) - dye).max(), 2e-3)  # 16 bits
            fluid.write("dye", numpy.asarray(dye, numpy.float64)[:, ::-1])  # another type, other strides
            self.assertLess(abs(fluid.read("DYE") - dye[:, ::-1]).max(), 2e-3)
            fluid.write("temperature", numpy.full((12, 16), 3))
            self.assertEqual(fluid.read("temperature").shape, (12, 16, 1))
            self.assertEqual(fluid.read("velocity").dtype, numpy.float32)
            request, values = fluid.request_field("dye"), None
            while values is None:
                values = fluid.poll_field(request)
            self.assertTrue(numpy.array_equal(values, fluid.read("dye")))

    def test_definitions(self):
        definition = gpufluid.FluidDef(grid_width=20, solver="gaussian", gaussian={"stiffness": 0.25}, origin=(1, 2))
        self.assertEqual(definition.solver, gpufluid.SolverKind.GAUSSIAN)
        self.assertEqual((definition.gaussian.stiffness, definition.gaussian.rest_density), (0.25, 1))
        self.assertEqual(definition.origin, (1, 2))
        other = definition.copy(grid_height=24)
        other.gaussian.viscosity = 0.5
        self.assertEqual((definition.gaussian.viscosity, definition.grid_height), (0, 256))
        other.boundaries.left.dye[3] = 2  # arrays are views
        self.assertEqual(other.boundaries.left.dye.tolist(), [0, 0, 0, 2])
        self.assertIn("grid_height=24", repr(other))
        self.assertEqual(other.to_dict()["gaussian"]["viscosity"], 0.5)
        fluid = gpufluid.Fluid(self.device, other, grid_width=16)
        self.assertEqual((fluid.get_def().grid_width, fluid.get_def().grid_height), (16, 24))
        del definition, other
        gc.collect()
        fluid.close()

    def test_tunables_change_what_is_named(self):
        with make_fluid(self.device, grid={"viscosity": 0.25}) as fluid:
            fluid.set_grid_params(vorticity_confinement=2)
            grid = fluid.get_def().grid
            self.assertEqual((grid.viscosity, grid.vorticity_confinement), (0.25, 2))
            fluid.set_boundaries(left={"kind": "inflow", "inflow_speed": 0.5}, right={"kind": "open"})
            self.assertEqual(fluid.get_def().boundaries.left.kind, gpufluid.BoundaryKind.INFLOW)

    def test_sources_and_solids(self):
        with make_fluid(self.device) as fluid:
            spot = gpufluid.make_circle((0.03, 0.02), 0.01)
            emitter = fluid.add_emitter(shape=spot, dye=(1, 1, 1, 1), fields="dye|velocity", velocity=(0.1, 0))
            self.assertTrue(emitter)
            self.assertFalse(gpufluid.EmitterId())
            solid = fluid.add_solid(shape=gpufluid.make_rectangle((0.05, 0.03), (0.005, 0.005), 0))
            self.assertNotEqual(hash(emitter), hash(solid))
            square = gpufluid.make_rectangle((0.01, 0.04), (0.004, 0.004), 0)
            fluid.set_emitter_mask(fluid.add_emitter(shape=square, dye=(1, 0, 0, 1)), numpy.eye(4, dtype=bool))
            fluid.add_solid_mask(numpy.eye(4, dtype=numpy.uint8) * 255, square)
            fluid.step(0.05)
            self.assertGreater(fluid.measure_blocking().mass, 0)
            fluid.remove_emitter(emitter)
            self.refuse_by_library("BAD_HANDLE", "no longer alive", fluid.remove_emitter, emitter)

    def test_snapshots(self):
        with make_fluid(self.device) as fluid:
            fluid.splat(shape=gpufluid.make_circle((0.03, 0.02), 0.01), velocity=(1, 0), dye=(1, 1, 1, 1))
            fluid.step_once()
            saved, dye = fluid.save(), fluid.read("dye")
            self.assertEqual(gpufluid.Snapshot.inspect(saved).size, len(saved))
            snapshot, begun = fluid.request_save(), None
            fluid.reset()
            fluid.load(bytearray(saved))
            self.assertTrue(numpy.array_equal(fluid.read("dye"), dye))
        while begun is None:
            begun = snapshot.poll()  # it outlives its fluid
        self.assertEqual(len(begun), len(saved))
        with gpufluid.Fluid.from_snapshot(self.device, saved) as other:
            self.assertTrue(numpy.array_equal(other.read("dye"), dye))
            self.refuse_by_library("SNAPSHOT", "no snapshot", other.load, b"something else")

    def test_queries(self):
        with make_fluid(self.device) as fluid, gpufluid.Query(fluid, quantities="velocity|dye", max_solids=1) as query:
            self.assertIsNone(query.poll())
            query.set_points([(0.01, 0.02), (0.03, 0.04)])
            query.set_regions([gpufluid.QueryRegion(shape=gpufluid.make_circle((0.03, 0.02), 0.01))])
            query.set_solids([fluid.add_solid(shape=gpufluid.make_circle((0.05, 0.03), 0.006))])
            fluid.write("face_velocity", numpy.ones((13, 17, 2)))
            fluid.step_once()
            self.assertEqual(query.request(), gpufluid.RequestStatus.DONE)
            answer = query.wait_blocking()
            query.close()
            self.assertEqual(answer.points["velocity"].shape, (2, 2))
            self.assertEqual(answer.regions["mean"].shape, (1, 4))
            self.assertTrue(numpy.isfinite(answer.solids["force"]).all())
            self.assertIsNone(answer.sides)

    def test_particles_and_what_belongs_to_fluids(self):
        definition = {"solver": "particles", "particles": {"capacity": 64, "spacing": 0.01}}
        with make_fluid(self.device, **definition) as fluid:
            particles = numpy.zeros(9, gpufluid.dtype("Particle"))
            particles["position"] = numpy.linspace((0.01, 0.01), (0.05, 0.04), 9)
            fluid.add_particles(particles)
            fluid.add_particles([gpufluid.Particle(position=(0.02, 0.03)), {"position": (0.03, 0.03)}])
            self.assertEqual(fluid.read_particles_blocking()["position"].shape, (11, 2))
            values, gradients = fluid.sample_particles_blocking("density", [(0.03, 0.03)])
            self.assertEqual((values.shape, gradients.shape), ((1,), (1, 2)))
        with make_fluid(self.device) as fluid:
            tracers = gpufluid.Tracers(fluid, count=10)
            self.assertEqual(tracers.read_blocking().shape, (10, 2))
            self.assertIs(fluid.get_tracers(0), tracers)
            self.assertIsNone(fluid.get_tracers(1))
            governor = gpufluid.Governor(fluid, budget_ms=5)
            governor.step(1 / 60)
            self.assertEqual(governor.get_status().budget_ms, 5)
            self.device.run_game_frame(parts=[gpufluid.GamePart(fluid=fluid, governor=governor)])
        status = gpufluid.PrepareStatus.PENDING
        definition = {"fluids": [gpufluid.FluidDef(grid_width=16)], "uses": "sources"}
        while status == gpufluid.PrepareStatus.PENDING:
            status, progress = self.device.prepare(slice_ms=1e3, **definition)
        self.assertEqual((status, progress.done), (gpufluid.PrepareStatus.DONE, progress.total))
        with gpufluid.FluidGroup(self.device, count=2, grid_width=8, grid_height=8) as group:
            member = group.get_member(1)
            group.step(1 / 60)
            self.refuse_by_library("UNSUPPORTED", "gfDestroyFluidGroup", member.close)
            self.assertFalse(member.closed)
        self.assertTrue(member.closed)

    def test_three_dimensions(self):
        with gpufluid.Fluid3D(self.device, particles={"capacity": 64, "spacing": 0.1}) as fluid:
            position, rotation, size = fluid.get_container()
            self.assertEqual((len(position), len(rotation), len(size)), (3, 4, 3))
            self.assertEqual(gpufluid.surface_get_mirror(numpy.eye(4).ravel(), 1).shape, (16,))
            self.refuse(ValueError, "16 numbers", gpufluid.surface_get_mirror, numpy.eye(4), 1)

    def test_plain_functions(self):
        self.assertEqual(gpufluid.make_circle((1, 2), 3).get_centre(), (1, 2))
        self.assertGreater(gpufluid.suggest_liquid(0.5, 9.81, 64).gaussian.stiffness, 0)
        self.assertEqual(gpufluid.make_polygon([(0, 0), (1, 0), (0, 1)]).point_count, 3)
        self.assertEqual(gpufluid.get_version(), gpufluid.__version__)
        self.assertEqual(gpufluid.GRID_MIN, 4)


class TestPictures(OnDevice):
    """Pictures are those of C."""

    @unittest.skipUnless(TWIN, "there is no picture by C")
    def test_the_picture_is_that_of_c(self):
        try:
            import pygame
        except ImportError:
            self.skipTest("no pygame (python3-pygame)")
        with gpufluid.Device(api="es") as device:
            fluid = gpufluid.Fluid(
                device, grid_width=80, grid_height=60, dye_scale=2, boundaries={"top": {"kind": "open"}},
                grid={"vorticity_confinement": 3},
            )  # fmt: skip
            fluid.add_emitter(
                shape=gpufluid.make_rectangle((0.1, 0.03), (0.02, 0.01), 0.3), temperature=40, velocity=(0.1, 0.3),
                dye=(5, 4, 2, 5),
            )  # fmt: skip
            fluid.add_solid(shape=gpufluid.make_circle((0.18, 0.12), 0.03))
            for _ in range(30):
                fluid.step_once()
            picture = fluid.draw(160, 120, solids={"outline_width": 2})
        twin = pygame.surfarray.array3d(pygame.image.load(TWIN)).swapaxes(0, 1)
        self.assertEqual(twin.shape, (120, 160, 3))
        difference = abs(picture[:, :, :3].astype(int) - twin)
        print(f"picture and C's: mean difference {difference.mean():.4f} of 255, largest {difference.max()}")
        self.assertLess(difference.mean(), 1)
        self.assertGreater(twin.std(), 10)

    def test_the_first_row_is_the_top(self):
        with make_fluid(self.device) as fluid:
            dye = numpy.zeros((12, 16, 4), numpy.float32)
            dye[8:] = 2  # rows of fields begin at the bottom
            fluid.write("dye", dye)
            picture = fluid.draw(32, 24)
            self.assertEqual((picture.shape, picture.dtype), ((24, 32, 4), numpy.uint8))
            self.assertGreater(picture[2, :, 0].mean(), picture[20, :, 0].mean() + 30)
            self.assertEqual(picture[:, :, 3].min(), 255)
            clear = fluid.draw(32, 24, alpha="straight")
            self.assertEqual((clear[20, 16, 3], clear[2, 16, 3] > 200), (0, True))
            self.assertEqual(fluid.draw(64).shape, (48, 64, 4))
            self.assertEqual(fluid.draw().shape, (384, 512, 4))
            palette = [(0, 0, 0, 1), (1, 0, 0, 1)]
            self.assertEqual(fluid.draw(16, style="pressure", palette=palette).shape, (12, 16, 4))


class TestBadInput(OnDevice):
    """What is wrong gets a message, and the fluid stays as it is."""

    def setUp(self):
        self.fluid = make_fluid(self.device)

    def tearDown(self):
        self.fluid.close()

    def test_names(self):
        self.refuse(TypeError, "no 'gridWidth'; did you mean grid_width", gpufluid.Fluid, self.device, gridWidth=3)
        self.refuse(TypeError, "no 'boundarys'; did you mean boundaries", gpufluid.FluidDef, boundarys=3)
        self.refuse(TypeError, "no 'knd'; did you mean kind", self.fluid.set_boundaries, left={"knd": "open"})
        self.refuse(TypeError, "no 'tiers'; did you mean tier", gpufluid.Device, tiers=1)
        self.refuse(AttributeError, "did you mean grid_width", setattr, gpufluid.FluidDef(), "gridwidth", 3)
        self.refuse(ValueError, "no SolverKind is called 'grod'; did you mean grid", gpufluid.FluidDef, solver="grod")
        self.refuse(ValueError, "no Field is called 'velocty'; did you mean velocity", self.fluid.read, "velocty")
        self.refuse(ValueError, "no structure is called 'Partikle'; did you mean Particle", gpufluid.dtype, "Partikle")
        self.refuse(TypeError, "'dt' is missing", self.fluid.step)
        self.refuse(TypeError, "no argument 'x'", self.fluid.step, 0.1, x=1)
        self.refuse(TypeError, "at most 1", self.fluid.step, 0.1, 2)
        self.refuse(ValueError, '"gl" or "es"', gpufluid.Device, api="vulkan")

    def test_values(self):
        self.refuse_by_library("OUT_OF_RANGE", "4 to 8192", make_fluid, self.device, grid_width=3)
        self.refuse(TypeError, "whole number was expected, not 3.5", make_fluid, self.device, grid_width=3.5)
        self.refuse(ValueError, "2147483647 was expected", make_fluid, self.device, grid_width=2**40)
        self.refuse(TypeError, "number was expected, not 'x'", self.fluid.step, "x")
        self.refuse_by_library("OUT_OF_RANGE", "dt is nan", self.fluid.step, float("nan"))
        self.refuse_by_library("OUT_OF_RANGE", "", self.fluid.step, 1e300)
        self.refuse(ValueError, "float's range", self.fluid.step, 10**400)
        self.refuse(ValueError, "dye: 4 numbers were expected", self.fluid.splat, dye=(1, 2, 3))
        self.refuse(TypeError, "velocity: 2 numbers were expected", self.fluid.splat, velocity=(1, 2, 3))
        self.refuse(TypeError, "True or False", gpufluid.Device, profiling="yes")
        self.refuse(TypeError, "a Device was expected", gpufluid.Fluid, self.fluid)
        self.refuse(TypeError, "a SolidId", self.fluid.remove_solid, gpufluid.EmitterId())
        self.refuse_by_library("BAD_HANDLE", "", self.fluid.remove_solid, gpufluid.SolidId())
        self.refuse_by_library("NULL_ARGUMENT", "device is null", gpufluid.Fluid, None)
        self.refuse(TypeError, "a ToneLook or a dictionary", self.fluid.draw, 16, tone=3)

    def test_arrays(self):
        write = self.fluid.write
        self.refuse(ValueError, r"shape \(12, 16, 4\) was expected, not \(3, 3\)", write, "dye", numpy.zeros((3, 3)))
        self.refuse(ValueError, "was expected, not", write, "dye", numpy.zeros((16, 12, 4)))
        self.refuse_by_library("OUT_OF_RANGE", "nan", write, "dye", numpy.full((12, 16, 4), numpy.nan))
        self.refuse_by_library("OUT_OF_RANGE", "", write, "dye", numpy.full((12, 16, 4), 1e200))
        for wrong in (numpy.zeros((12, 16, 4), complex), "text", None, [[1], [2, 3]], [object()]):
            self.refuse(TypeError, "array of float32 was expected", write, "dye", wrong)
        self.refuse_by_library("UNSUPPORTED", "", write, "divergence", numpy.zeros((12, 16)))
        self.refuse_by_library("UNSUPPORTED", "no field", self.fluid.read, "mass")
        with gpufluid.Query(self.fluid) as query:
            self.refuse(ValueError, "rows of 2 numbers", query.set_points, numpy.zeros((3, 3)))
            self.refuse_by_library("OUT_OF_RANGE", "", query.set_points, [(0, float("inf"))])
            self.refuse_by_library("TOO_MANY", "", query.set_points, numpy.zeros((1000, 2)))
        square = gpufluid.make_rectangle((0.03, 0.03), (0.01, 0.01), 0)
        self.refuse(TypeError, "array of uint8", self.fluid.add_solid_mask, numpy.zeros((4, 4)), square)
        self.refuse(ValueError, "height x width", self.fluid.add_solid_mask, numpy.zeros(4, numpy.uint8), square)
        self.refuse(ValueError, "at most 8 rows of 4", self.fluid.draw, 16, palette=numpy.zeros((9, 4)))
        self.refuse(ValueError, "1 to 16384 pixels", self.fluid.draw, 0, 10)
        self.refuse(TypeError, "number was expected", self.fluid.draw, "wide")
        self.refuse(TypeError, "bytes were expected", self.fluid.load, "text")
        self.refuse(TypeError, "array of Particle", self.fluid.add_particles, numpy.zeros((3, 2)))


class TestLives(Refusals):
    """Objects end when they are closed, and with what they belong to; nothing is left, and nothing crashes."""

    def test_closed(self):
        device = gpufluid.Device()
        fluid = make_fluid(device)
        tracers, query, snapshot = gpufluid.Tracers(fluid, count=4), gpufluid.Query(fluid), fluid.request_save()
        look = gpufluid.DrawDef(tracers={"set": tracers, "size": 2})
        part = gpufluid.GamePart(fluid=fluid, query=query)
        fluid.draw(16, 16, look)
        tracers.close()
        tracers.close()
        for call in (lambda: tracers.step(0.1), lambda: fluid.draw(16, 16, look), lambda: tracers.__enter__()):
            self.assertRaisesRegex(gpufluid.ClosedError, "this Tracers is closed", call)
        fluid.close()
        self.assertRaises(gpufluid.ClosedError, query.request)
        self.assertRaises(gpufluid.ClosedError, device.run_game_frame, parts=[part])
        self.assertRaises(gpufluid.ClosedError, setattr, part, "fluid", fluid)
        other = make_fluid(device)
        device.close()
        device.close()
        for thing in (other, fluid, tracers, query, snapshot, device):
            self.assertTrue(thing.closed)
            thing.close()
        self.assertRaisesRegex(gpufluid.ClosedError, "this Fluid is closed", other.step, 0.1)
        self.assertRaises(gpufluid.ClosedError, snapshot.poll)
        self.assertRaises(gpufluid.ClosedError, gpufluid.Fluid, device)
        self.assertRaises(gpufluid.ClosedError, device.get_memory)

    def test_two_devices(self):
        with gpufluid.Device() as one, gpufluid.Device(api="es") as two:
            fluids = [make_fluid(device) for device in (one, two)]
            for _ in range(3):
                for fluid in fluids:
                    fluid.splat(shape=gpufluid.make_circle((0.03, 0.02), 0.01), dye=(1, 1, 1, 1))
                    fluid.step_once()
            pictures = [fluid.draw(16, 12).astype(int) for fluid in fluids]
            self.assertLess(abs(pictures[0] - pictures[1]).mean(), 1)
            self.assertRaises(gpufluid.Error, two.run_game_frame, parts=[gpufluid.GamePart(fluid=fluids[0])])
            one.close()
            fluids[1].step_once()

    def test_no_leak(self):
        with gpufluid.Device() as device:
            counts, definition = [], gpufluid.FluidDef(grid_width=16, grid_height=12)
            uses = "tracers|queries|drawing"
            device.prepare(slice_ms=1e5, fluids=[definition], uses=uses, draws=[gpufluid.DrawDef()])
            for life in range(LIVES):
                fluid = make_fluid(device)
                fluid.step_once()
                gpufluid.Tracers(fluid, count=8).step(0.1)
                query, snapshot = gpufluid.Query(fluid), fluid.request_save()
                fluid.draw(16, 12)
                if life % 2:
                    del query  # lost objects are freed, too, by a later call
                    del fluid, snapshot
                else:
                    fluid.close()
                    snapshot.close()
                gc.collect()
                device.get_renderer()
                counts.append(device.get_memory())
            self.assertEqual(counts[-1].fluids, 0)
            self.assertEqual(counts[-1].to_dict(), counts[3].to_dict())

    def test_no_context(self):
        found = []

        def try_it():
            try:
                gpufluid.Device.current()
            except gpufluid.Error as error:
                found.append(error.code)

        thread = threading.Thread(target=try_it)
        thread.start()
        thread.join()
        self.assertEqual(found, [gpufluid.ErrorCode.NO_CONTEXT])

    def test_a_lost_context(self):
        with gpufluid.Device() as device, make_fluid(device) as fluid:
            device.lose()
            for call in (fluid.step_once, lambda: fluid.draw(8, 8), fluid.save):
                self.refuse_by_library("CONTEXT_LOST", "", call)

    def test_closed_by_another_thread(self):
        """In the middle of calls, and of calls of several threads that each have a device."""
        devices = [gpufluid.Device() for _ in range(3)]
        raised = []

        def step(device):
            fluid = make_fluid(device)
            try:
                while True:
                    fluid.step_once()
                    fluid.get_def()
            except gpufluid.ClosedError as error:
                raised.append(error)

        for device in devices:
            device.release()
        threads = [threading.Thread(target=step, args=(device,)) for device in devices]
        for thread in threads:
            thread.start()
        time.sleep(0.3)
        for device in devices:
            device.close()
        for thread in threads:
            thread.join()
        self.assertEqual(len(raised), 3)

    def test_lives_of_devices(self):
        for _ in range(max(LIVES // 10, 3)):
            make_fluid(gpufluid.Device()).step_once()
        gc.collect()

    def test_another_thread(self):
        with gpufluid.Device() as device:
            fluid, said = make_fluid(device), []
            fluid.step_once()

            def step():
                try:
                    fluid.step_once()
                    said.append("stepped")
                    device.release()
                except gpufluid.Error as error:
                    said.append(error.code.name)

            for expected in ("WRONG_CONTEXT", "stepped"):
                thread = threading.Thread(target=step)
                thread.start()
                thread.join()
                self.assertEqual(said.pop(), expected)
                device.release()
            fluid.step_once()


class TestOthersContexts(Refusals):
    """A device in a context that somebody else made, and one of its own beside that."""

    def setUp(self):
        self.context = make_context()
        if self.context is None:
            self.skipTest("no moderngl (python3-moderngl)")

    def tearDown(self):
        if self.context is not None:
            self.context.release()

    def clear_and_read(self):
        """What moderngl draws into a framebuffer of its own."""
        self.screen = self.context.simple_framebuffer((4, 4))
        self.screen.clear(0, 1, 0, 1)
        return self.screen.read(components=4)

    def test_it_draws_and_leaves_the_state(self):
        with gpufluid.Device.current() as device, make_fluid(device) as fluid:
            self.clear_and_read()
            self.screen.use()
            self.context.scissor = 0, 0, 2, 2
            fluid.write("dye", numpy.ones((12, 16, 4)))
            picture = fluid.draw(16, 12)  # whole, whatever moderngl's scissor is
            self.assertEqual(len(numpy.unique(picture[:, :, 3])), 1)
            self.assertGreater(picture[:, :, 0].min(), 50)
            self.assertEqual(self.context.scissor, (0, 0, 2, 2))
            self.assertEqual(self.screen.read(components=4), bytes([0, 255, 0, 255]) * 16)
            self.context.scissor = None
            fluid.draw_bound()
            self.assertNotEqual(self.screen.read(components=4), bytes([0, 255, 0, 255]) * 16)

    def test_one_of_its_own_beside_it(self):
        with gpufluid.Device() as device, make_fluid(device) as fluid:
            fluid.step_once()
            self.assertEqual(fluid.draw(16, 12).shape, (12, 16, 4))
            self.assertEqual(self.clear_and_read(), bytes([0, 255, 0, 255]) * 16)
        self.assertEqual(self.clear_and_read(), bytes([0, 255, 0, 255]) * 16)

    def test_another_context_is_current(self):
        with gpufluid.Device.current() as device, make_fluid(device) as fluid:
            fluid.draw(8, 8)
            lost = gpufluid.Tracers(fluid, count=4)
            other = make_context()
            del lost
            gc.collect()
            for call in (fluid.step_once, lambda: fluid.draw(8, 8), lambda: fluid.draw(9, 9)):
                self.refuse_by_library("WRONG_CONTEXT", "", call)
            with self.assertLogs("gpufluid", logging.WARNING):
                device.close()
            other.release()


class TestCallbacks(Refusals):
    """Functions that the library calls live as long as they are needed, and what they raise comes out."""

    def test_log(self):
        with self.assertLogs("gpufluid", logging.WARNING) as logged, gpufluid.Device() as device:
            with make_fluid(device) as fluid:
                fluid.splat(shape=gpufluid.make_circle((400, 300), 10), dye=(1, 1, 1, 1))
        self.assertRegex(logged.output[0], "WARNING:gpufluid:.*")
        messages = []
        with gpufluid.Device(validation="errors", log=lambda *message: messages.append(message)) as device:
            gc.collect()
            with make_fluid(device) as fluid:
                circle = gpufluid.make_circle((400, 300), 10)
                error = self.refuse(gpufluid.Error, "", fluid.splat, shape=circle, dye=(1, 1, 1, 1))
        self.assertEqual(messages[-1], (gpufluid.LogLevel.ERROR, error.code, str(error)))

    def test_they_raise(self):
        def log(level, code, text):
            if level != gpufluid.LogLevel.INFO:
                raise KeyError(text)

        with gpufluid.Device(validation="errors", log=log) as device, make_fluid(device) as fluid:
            self.assertIsInstance(self.refuse(gpufluid.Error, "", fluid.step, -1).__cause__, KeyError)
            fluid.step_once()

    def test_one_raises_while_a_snapshot_is_loaded(self):
        with gpufluid.Device() as device, make_fluid(device) as fluid:
            square = gpufluid.make_rectangle((0.03, 0.02), (0.01, 0.01), 0)
            fluid.add_emitter(shape=square, texture=make_texture(device), texture_role="dye", dye=(1, 1, 1, 1))
            saved, asked = fluid.save(), []
            error = self.refuse(gpufluid.Error, "", fluid.load, saved, get=lambda name: asked.append(name) or 1 / 0)
            self.assertIsInstance(error.__cause__, ZeroDivisionError)
            fluid.load(saved, get=lambda name: name)
            self.assertEqual(len(asked), 1)

    def test_programs(self):
        """A cache of compiled programs, and one that raises: what was being made is freed."""
        kept, refuse = {}, False

        def load(key, room, capacity):
            if refuse:
                raise KeyError(key)
            if len(kept.get(key, b"")) <= capacity:
                ffi.memmove(room, kept.get(key, b""), len(kept.get(key, b"")))
            return len(kept.get(key, b""))

        def store(key, data, size):
            kept[key] = ffi.buffer(data, size)[:]

        with gpufluid.Device(load_program_binary=load, store_program_binary=store) as device:
            make_fluid(device).step_once()
            if not kept:
                self.skipTest("the context has no program binaries")
            refuse = True
            self.assertRaises(KeyError, make_fluid, device, solver="gaussian")
            gc.collect()
            self.assertEqual(device.get_memory().fluids, 0)

    def test_they_must_not_call_the_library(self):
        kept = []

        def log(level, code, text):
            if kept and level == gpufluid.LogLevel.ERROR:
                kept[0].step_once()

        with gpufluid.Device(log=log) as device, make_fluid(device) as fluid:
            kept.append(fluid)
            error = self.refuse(gpufluid.Error, "", fluid.step, -1)
            self.assertEqual(error.__cause__.code, gpufluid.ErrorCode.CALL_ORDER)
            kept.clear()

    def test_what_is_no_function(self):
        self.assertRaisesRegex(TypeError, "a function was expected", gpufluid.Device, log=3)


class TestRandomCalls(unittest.TestCase):
    """Anything called with anything: it works, or says what is wrong, and the process lives."""

    EXPECTED = re.compile(r"expected|missing|did you mean|there (is|are)|given twice|is called|set the definition")

    def setUp(self):
        self.random = random.Random(1)
        self.device = gpufluid.Device()
        self.things = self.make_things()
        logging.disable()

    def tearDown(self):
        logging.disable(logging.NOTSET)
        self.device.close()

    def make_things(self):
        fluid, closed = make_fluid(self.device), make_fluid(self.device)
        closed.close()
        particles = {"capacity": 64, "spacing": 0.01}
        group = gpufluid.FluidGroup(self.device, count=2, grid_width=8, grid_height=8)
        spot = gpufluid.make_circle((0.03, 0.03), 0.01)
        query = gpufluid.Query(fluid, max_points=10, max_solids=2)
        return [
            self.device, fluid, closed, make_fluid(self.device, solver="particles", particles=particles), query,
            make_fluid(self.device, solver="shallow"), gpufluid.Tracers(fluid, count=9), gpufluid.Governor(fluid),
            fluid.request_save(), gpufluid.Fluid3D(self.device, particles=particles), group, group.get_member(0),
            gpufluid.OpticalFlow(self.device, width=16, height=16), fluid.add_emitter(shape=spot),
            fluid.add_solid(shape=spot), spot, gpufluid.FluidDef(), gpufluid.DrawDef(), gpufluid.SourceDef(shape=spot),
        ]  # fmt: skip

    def make_value(self):
        choose = self.random.choice
        kind = choose(["number", "number", "thing", "thing", "text", "array", "list"])
        if kind == "number":
            whole = [0, 1, -1, 3, 16, 100, 2**31 - 1, -(2**31), 2**63, 10**30]
            return choose([*whole, True, 1 / 60, 0.5, -1.0, 1e30, 1e300, float("nan"), float("inf")])
        if kind == "thing":
            return choose(self.things)
        if kind == "text":
            return choose(["velocity", "dye", "open", "x", "", b"", b"xyz", None])
        if kind == "array":
            shape = choose([(0,), (1,), (16,), (12, 16, 4), (3, 2), (13, 17, 2), (12, 16), (0, 2)])
            return numpy.full(shape, choose([0, 1]), choose(["f4", "f8", "u1", "i8", "?", "O", "c8"]))
        return choose([(0.01, 0.02), (1, 2, 3), (0, 0, 0, 1), [[0, 0], [1, 1]], [], {}, {"a": 1}])

    def list_functions(self):
        found = []
        for name, made in vars(gpufluid).items():
            if name[0] != "_" and inspect.isfunction(made):
                found.append(made)
            if isinstance(made, type) and issubclass(made, type(self.device).__mro__[1]) and name != "Device":
                found.append(made)
        for thing in self.things:
            methods = [name for name in dir(thing) if name[0] != "_" and name not in ("close", "release", "current")]
            found += [getattr(thing, name) for name in methods if inspect.ismethod(getattr(thing, name))]
        return found

    def test_anything(self):
        functions, fields = self.list_functions(), list(gpufluid.FluidDef._fields)
        done = 0
        for _ in range(CALLS):
            call = self.random.choice(functions)
            kinds = [part.kind for part in inspect.signature(call).parameters.values()]
            values = [self.make_value() for kind in kinds if kind != inspect.Parameter.VAR_KEYWORD]
            if "draw" in call.__name__:  # large pictures take long
                values = [9 if isinstance(value, int) and value > 400 else value for value in values]
            named = {self.random.choice(fields): self.make_value()} if self.random.random() < 0.2 else {}
            try:
                call(*values, **named)
                done += 1
            except (gpufluid.Error, MemoryError):
                pass
            except (TypeError, ValueError) as error:
                self.assertRegex(str(error), self.EXPECTED, f"{call} {values} {named}")
            try:
                self.device.end_frame()
            except gpufluid.Error:
                pass
        self.assertGreater(done, CALLS // 20)


if __name__ == "__main__":
    unittest.main()
