#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a slow network costs zermelo-mpi: two network namespaces, between which every packet is late.

    sudo bench/slow_network.py [--delays 0,1,5] [--times 3] build/release/zermelo-mpi solve ostle total=6 start=3 lose=2

Prints, for each delay in milliseconds (one way), the median of the run's seconds, its rounds, and what it says about waiting.
Needs root, Open MPI, and the commands ip and unshare. The packets go through this process, so it is for delays, not for rates.
"""
import argparse
import collections
import fcntl
import os
import pathlib
import re
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 1, 0x1000
NAMES = ["zermelo-slow-1", "zermelo-slow-2"]


def ip(*words):
    subprocess.run(["ip", *words], check=True)


def open_tun(n):
    """A network device of namespace n, whose packets are read from and written to a file."""
    file = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    name = f"slow{n}"
    fcntl.ioctl(file, TUNSETIFF, struct.pack("16sH", name.encode(), IFF_TUN | IFF_NO_PI))
    ip("link", "set", name, "netns", NAMES[n - 1])
    ip("-n", NAMES[n - 1], "addr", "add", f"10.78.0.{n}", "peer", f"10.78.0.{3 - n}", "dev", name)
    for device in ["lo", name]:
        ip("-n", NAMES[n - 1], "link", "set", device, "up")
    return file


class Cable(threading.Thread):
    """Passes packets on after `delay` seconds."""

    def __init__(self, files):
        super().__init__(daemon=True)
        self.files, self.delay = files, 0.0

    def run(self):
        late = collections.deque()  # (when, to, packet), in order of time
        while True:
            wait = max(0.0, late[0][0] - time.monotonic()) if late else None
            for file in select.select(self.files, [], [], wait)[0]:
                to = self.files[1 - self.files.index(file)]
                try:
                    while True:
                        late.append((time.monotonic() + self.delay, to, os.read(file, 65536)))
                except OSError:
                    pass  # (That was all; or its namespace is gone.)
            while late and late[0][0] <= time.monotonic():
                _, to, packet = late.popleft()
                try:
                    os.write(to, packet)
                except OSError:
                    pass  # (The receiver is busy; TCP sends it again.)


def run(program, words, folder):
    table = folder / "many.ztb"
    table.unlink(missing_ok=True)
    agent = folder / "agent.sh"
    agent.write_text(
        '#!/bin/sh\nn=${1##*.}\nshift\nexec ip netns exec zermelo-slow-$n unshare --uts sh -c "hostname machine$n; exec $*"\n'
    )
    agent.chmod(0o755)
    network = ["--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", "10.78.0.0/24", "--mca", "oob_tcp_if_include", "10.78.0.0/24"]
    command = ["mpirun", "--host", "10.78.0.1:1,10.78.0.2:1", "--mca", "plm_rsh_agent", str(agent), *network]
    command += [program, *words, "-o", str(table), "--threads", "1"]
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMP_NUM_THREADS="1")
    done = subprocess.run(
        ["ip", "netns", "exec", NAMES[0], "unshare", "--uts", "sh", "-c", 'hostname machine1; exec "$@"', "sh", *command],
        capture_output=True, text=True, env=environment,
    )
    if done.returncode != 0:
        sys.exit(done.stdout + done.stderr)
    return dict(re.findall(r"^(\w+) {2,}(.*)$", done.stdout, re.M))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--delays", default="0,1,5", help="milliseconds, one way")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("words", nargs=argparse.REMAINDER, help="the arguments of zermelo-mpi")
    arguments = parser.parse_args()
    for name in NAMES:
        ip("netns", "add", name)
    try:
        cable = Cable([open_tun(1), open_tun(2)])
        cable.start()
        print("| delay, ms | s | rounds | waiting |\n|---|---|---|---|")
        with tempfile.TemporaryDirectory() as folder:
            for delay in arguments.delays.split(","):
                cable.delay = float(delay) / 1000
                runs = [run(str(pathlib.Path(arguments.program).resolve()), arguments.words, pathlib.Path(folder)) for _ in range(arguments.times)]
                seconds = statistics.median(float(r["time"].split()[0]) for r in runs)
                print(f"| {delay} | {seconds:.1f} | {runs[0]['rounds']} | {runs[0]['waiting']} |", flush=True)
    finally:
        for name in NAMES:
            ip("netns", "delete", name)


if __name__ == "__main__":
    main()
