# SPDX-License-Identifier: MIT
"""Builds the Python package for pip (PEP 517), with nothing but Python's standard library and CMake.

    pip install .                       # or: python3 -m pip wheel .
    pip install . --config-settings cmake-args="-DZERMELO_BDD=buddy"
    pip install . --config-settings build-folder=build/release      # with CMake's build, for the same interpreter

The wheel holds the package, its extension module, which contains the whole library, and
zermelo-worker.
"""

import base64
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


# --- What it is

def _version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"^ *VERSION ([0-9.]+)$", text, re.MULTILINE).group(1)


def _name():
    return f"zermelo-{_version()}"


def _metadata():
    head = f"""Metadata-Version: 2.1
Name: zermelo
Version: {_version()}
Summary: Strongly solves board games and keeps the answer
License: MIT; a binary is under GPL-3, because it holds sdsl-lite 2
Requires-Python: >=3.9
Provides-Extra: numpy
Requires-Dist: numpy; extra == "numpy"
Provides-Extra: plot
Requires-Dist: matplotlib; extra == "plot"
Description-Content-Type: text/markdown

"""
    return head + (ROOT / "README.md").read_text(encoding="utf-8")


def _tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{python}-{python}{sys.abiflags}-{platform}"


def _write_dist_info(folder):
    info = Path(folder) / f"{_name()}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(_metadata(), encoding="utf-8")
    (info / "WHEEL").write_text(
        f"Wheel-Version: 1.0\nGenerator: zermelo_build\nRoot-Is-Purelib: false\nTag: {_tag()}\n",
        encoding="utf-8")
    shutil.copy(ROOT / "LICENSE", info / "LICENSE")
    return info


# --- Building

def _run(*command):
    print("+", shlex.join(map(str, command)), flush=True)
    try:
        subprocess.run([str(word) for word in command], check=True)
    except FileNotFoundError:
        sys.exit(f"zermelo: {command[0]} is needed to build, and was not found "
                 f"(scripts/install-deps.sh --python installs what is missing).")
    except subprocess.CalledProcessError as error:
        sys.exit(f"zermelo: {command[0]} failed with exit code {error.returncode}; "
                 "its messages are above.")


def _cmake_arguments(settings):
    given = (settings or {}).get("cmake-args", "")
    words = given if isinstance(given, list) else [given]
    words.append(os.environ.get("CMAKE_ARGS", ""))
    return [argument for word in words for argument in shlex.split(word)]


def _build_folder():
    """A folder in the tree, so that building again is quick; elsewhere if the tree is read-only."""
    folder = ROOT / "build" / f"wheel-{_tag()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return folder
    except OSError:
        return Path(tempfile.mkdtemp(prefix="zermelo-wheel-"))


def _build(settings):
    """Compiles what is needed, and returns the folder."""
    build = _build_folder()
    configure = ["cmake", "-S", ROOT, "-B", build, "-DCMAKE_BUILD_TYPE=Release",
                 "-DCMAKE_UNITY_BUILD=ON", "-DZERMELO_TESTS=OFF", "-DZERMELO_BENCH=OFF",
                 "-DZERMELO_EXAMPLES=OFF", "-DZERMELO_PYTHON=REQUIRED",
                 f"-DPython3_EXECUTABLE={sys.executable}"]
    if shutil.which("ninja") and not (build / "CMakeCache.txt").exists():
        configure += ["-G", "Ninja"]
    _run(*configure, *_cmake_arguments(settings))
    _run("cmake", "--build", build, "--parallel", len(os.sched_getaffinity(0)),
         "--target", "zermelo_python", "zermelo_worker")
    return build


def _stage(build, stage):
    """Puts the package into a folder, as it is to be installed."""
    with tempfile.TemporaryDirectory() as scratch:
        _run("cmake", "--install", build, "--component", "python", "--strip", "--prefix", scratch)
        package = next(Path(scratch).rglob("zermelo/__init__.py")).parent
        shutil.move(package, Path(stage) / "zermelo")
    # The library looks for it beside the module.
    shutil.copy2(build / "zermelo-worker", Path(stage) / "zermelo" / "zermelo-worker")
    if shutil.which("strip"):
        _run("strip", Path(stage) / "zermelo" / "zermelo-worker")


# --- Archives

def _moment():
    """The time of everything in an archive: the same sources make the same bytes."""
    return int(os.environ.get("SOURCE_DATE_EPOCH", 315532800))


def _record_line(name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"


def _write_wheel(stage, path):
    files = sorted(p for p in Path(stage).rglob("*") if p.is_file())
    date = time.gmtime(max(_moment(), 315532800))[:6]
    record_name = f"{_name()}.dist-info/RECORD"
    record = ""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for file in files:
            name, data = file.relative_to(stage).as_posix(), file.read_bytes()
            record += _record_line(name, data)
            _add(wheel, name, data, date, 0o755 if os.access(file, os.X_OK) else 0o644)
        _add(wheel, record_name, (record + f"{record_name},,\n").encode(), date, 0o644)


def _add(wheel, name, data, date, mode):
    entry = zipfile.ZipInfo(name, date)
    entry.external_attr = (0o100000 | mode) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    wheel.writestr(entry, data)


def _sources():
    """The files under version control in a checkout, or all files in an unpacked archive."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], check=True, stdout=subprocess.PIPE)
        names = [name.decode() for name in listed.stdout.split(b"\0") if name]
        return sorted(name for name in names if (ROOT / name).is_file())
    return sorted(p.relative_to(ROOT).as_posix() for p in ROOT.rglob("*")
                  if p.is_file() and not p.is_symlink()
                  and p.relative_to(ROOT).parts[0] not in ("build", "PKG-INFO")
                  and "__pycache__" not in p.parts)


# --- What pip calls

def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    return _write_dist_info(metadata_directory).name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = f"{_name()}-{_tag()}.whl"
    with tempfile.TemporaryDirectory() as stage:
        built = (config_settings or {}).get("build-folder")
        _stage(ROOT / built if built else _build(config_settings), stage)
        _write_dist_info(stage)
        _write_wheel(stage, Path(wheel_directory) / name)
    return name


def build_sdist(sdist_directory, config_settings=None):
    name = f"{_name()}.tar.gz"

    def tidy(entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime = _moment()
        return entry

    with tempfile.TemporaryDirectory() as scratch, \
            tarfile.open(Path(sdist_directory) / name, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        information = Path(scratch) / "PKG-INFO"
        information.write_text(_metadata(), encoding="utf-8")
        archive.add(information, f"{_name()}/PKG-INFO", filter=tidy)
        for source in _sources():
            archive.add(ROOT / source, f"{_name()}/{source}", filter=tidy)
    return name
