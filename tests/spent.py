"""Says what a run of tests took, beside its budget, and names tests that took half as long again as their COST says.

    spent.py --budget SECONDS --builds SECONDS --speed FACTOR FOLDER:FACTOR...

Seconds are of processor time. A FOLDER is a build folder in which ctest ran: its test-times.txt tells what each test
took (tests/measure.c), and ctest what its COST is, which is multiplied by the FACTOR (of sanitizers), and by --speed, how
many times as long as where the COST was taken things take here.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

NOISE_S = 1.0  # less than this over its COST is nothing to name


def costs_of(folder):
    with tempfile.TemporaryDirectory() as apart:  # where it leaves the last run's log alone
        (pathlib.Path(apart) / "CTestTestfile.cmake").write_text(f'subdirs("{pathlib.Path(folder).resolve()}")\n')
        command = ["ctest", "--test-dir", apart, "--show-only=json-v1"]
        listed = subprocess.run(command, capture_output=True, text=True, check=True)
    return {
        test["name"]: entry["value"]
        for test in json.loads(listed.stdout)["tests"]
        for entry in test["properties"]
        if entry["name"] == "COST"
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--budget", type=float, required=True)
    parser.add_argument("--builds", type=float, required=True)
    parser.add_argument("--speed", type=float, default=1.0)
    parser.add_argument("folders", nargs="+")
    args = parser.parse_args()
    total, over = 0.0, []
    for item in args.folders:
        folder, factor = item.rsplit(":", 1)
        costs = costs_of(folder)
        for line in (pathlib.Path(folder) / "test-times.txt").read_text().splitlines():
            name, seconds = line.split()
            cost = costs[name] * float(factor) * args.speed
            total += float(seconds)
            if float(seconds) > 1.5 * cost + NOISE_S:
                over.append((float(seconds) - cost, f"{name} in {folder}: {seconds} s, COST {costs[name]:g}"))
    for _, text in sorted(over, reverse=True):
        print(f"over its COST by half: {text}")
    verdict = "within" if total <= args.budget else "OVER"
    print(f"processor time: tests {total:.0f} s, {verdict} the budget of {args.budget:.0f} s; builds {args.builds:.0f} s")
    if args.speed > 1.2:
        print(f"(this machine, as busy as it is, takes {args.speed:.1f} times as long as the one of the budget)")


if __name__ == "__main__":
    main()
