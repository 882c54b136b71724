"""Puts the library and its description into the wheel: from the build folder GPUFLUID_BUILD, or built here."""

import atexit
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:
    from wheel.bdist_wheel import bdist_wheel

SOURCE = pathlib.Path(__file__).resolve().parents[2]
FILES = ("src/libgpufluid.so", "gpufluid_cdef.h", "gpufluid_api.json")
WORK = tempfile.mkdtemp(prefix="gpufluid-")  # nothing is left in the source folder
atexit.register(shutil.rmtree, WORK, ignore_errors=True)


def library_version():
    return re.search(r"^project\(gpufluid VERSION (\S+)", (SOURCE / "CMakeLists.txt").read_text(), re.M).group(1)


def build_library():
    """A folder that has all FILES."""
    if os.environ.get("GPUFLUID_BUILD"):
        return pathlib.Path(os.environ["GPUFLUID_BUILD"])
    folder = pathlib.Path(WORK, "library")
    programs = [f"-DGPUFLUID_BUILD_{kind}=OFF" for kind in ("TESTS", "EXAMPLES", "BENCH")]
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DGPUFLUID_API_JSON=ON", "-DCMAKE_SHARED_LINKER_FLAGS=-s", *programs]
    targets = ["--target", "gpufluid_shared", "gpufluid_api"]
    parallel = ["--parallel", os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 2))]
    for command in (["-S", SOURCE, "-B", folder, *options], ["--build", folder, *targets, *parallel]):
        try:
            subprocess.run(["cmake", *command], check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            sys.exit(f"setup.py: the library can't be built ({error}). Name a build folder of it in GPUFLUID_BUILD.")
    return folder


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        folder = build_library()
        for file in [*(folder / name for name in FILES), SOURCE / "LICENSE"]:
            if not file.is_file():
                sys.exit(f"setup.py: {file} is not there: build gpufluid_shared and gpufluid_api (needs python3-clang)")
            self.copy_file(str(file.resolve()), str(pathlib.Path(self.build_lib, "gpufluid", file.name)))


class PlatformWheel(bdist_wheel):
    """For any Python 3 of this platform: the library is loaded, not linked."""

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class WithLibrary(Distribution):
    def has_ext_modules(self):
        return True


setup(
    version=library_version(),
    distclass=WithLibrary,
    cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel},
    options={"build": {"build_base": WORK}, "egg_info": {"egg_base": WORK}},
)
