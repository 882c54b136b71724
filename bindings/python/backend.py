"""Writes the wheel: the package, the library and its description. It is what pip calls (PEP 517), and a program for
those without pip: `python3 backend.py FOLDER`. A wheel is a zip archive with a few lines about itself, so that nothing
but Python is needed to write it, of no version in particular.

The library is that of the build folder GPUFLUID_BUILD, or built here."""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

PACKAGE = pathlib.Path(__file__).resolve().parent
SOURCE = PACKAGE.parents[1]
FILES = ("src/libgpufluid.so", "gpufluid_cdef.h", "gpufluid_api.json")

METADATA = """\
Metadata-Version: 2.1
Name: gpufluid
Version: {version}
Summary: Real-time fluids in GPU fragment shaders: the C library gpufluid, with numpy arrays in and out
License: MIT
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3
Classifier: Topic :: Multimedia :: Graphics
Classifier: Topic :: Scientific/Engineering :: Physics
Requires-Python: >=3.9
Requires-Dist: cffi>=1.15
Requires-Dist: numpy>=1.21
Description-Content-Type: text/markdown

{readme}"""

# For any Python 3 of this platform: the library is loaded, not linked.
WHEEL = """\
Wheel-Version: 1.0
Generator: gpufluid
Root-Is-Purelib: false
Tag: {tag}
"""


def library_version():
    return re.search(r"^project\(gpufluid VERSION (\S+)", (SOURCE / "CMakeLists.txt").read_text(), re.M).group(1)


def build_library(folder):
    programs = [f"-DGPUFLUID_BUILD_{kind}=OFF" for kind in ("TESTS", "EXAMPLES", "BENCH")]
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DGPUFLUID_API_JSON=ON", "-DCMAKE_SHARED_LINKER_FLAGS=-s", *programs]
    targets = ["--target", "gpufluid_shared", "gpufluid_api"]
    parallel = ["--parallel", os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 2))]
    for command in (["-S", SOURCE, "-B", folder, *options], ["--build", folder, *targets, *parallel]):
        try:
            subprocess.run(["cmake", *command], check=True, stdout=sys.stderr)
        except (OSError, subprocess.CalledProcessError) as error:
            sys.exit(f"backend.py: the library can't be built ({error}). Name a build folder of it in GPUFLUID_BUILD.")


def list_files(build):
    """Pairs: a file's name in the wheel, and the file."""
    files = [(f"gpufluid/{file.name}", file) for file in sorted((PACKAGE / "gpufluid").glob("*.py"))]
    for file in [*(build / name for name in FILES), SOURCE / "LICENSE"]:
        if not file.is_file():
            sys.exit(f"backend.py: {file} is not there: build gpufluid_shared and gpufluid_api (needs python3-clang)")
        files.append((f"gpufluid/{file.name}", file))
    return files


def write_wheel(path, files, version, tag):
    info = f"gpufluid-{version}.dist-info"
    metadata = METADATA.format(version=version, readme=(PACKAGE / "README.md").read_text(encoding="utf-8"))
    contents = [(name, file.read_bytes()) for name, file in files]
    contents += [(f"{info}/METADATA", metadata.encode()), (f"{info}/WHEEL", WHEEL.format(tag=tag).encode())]
    record = ""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in contents:
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
            record += f"{name},sha256={digest},{len(content)}\n"
            wheel.writestr(name, content)
        wheel.writestr(f"{info}/RECORD", f"{record}{info}/RECORD,,\n")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    version = library_version()
    tag = f"py3-none-{re.sub('[-.]', '_', sysconfig.get_platform())}"
    name = f"gpufluid-{version}-{tag}.whl"
    with tempfile.TemporaryDirectory(prefix="gpufluid-") as work:  # nothing is left in the source folder
        build = os.environ.get("GPUFLUID_BUILD")
        if not build:
            build_library(work)
        write_wheel(pathlib.Path(wheel_directory, name), list_files(pathlib.Path(build or work)), version, tag)
    return name


def build_sdist(sdist_directory, config_settings=None):
    raise RuntimeError("gpufluid: the sources are packed by ./run archive")


if __name__ == "__main__":
    if len(sys.argv) != 2 or not pathlib.Path(sys.argv[1]).is_dir():
        sys.exit("backend.py takes the folder that the wheel is to be written into")
    print(pathlib.Path(sys.argv[1], build_wheel(sys.argv[1])))
