"""Measure asking: ours beside inspect_ai and the bare openai client, on one loopback server and the same image trials.

    python benchmarks/query.py [--inspect PYTHON] [--trials 6360] [--connections 64] [--latencies 0 0.05 1]

Prints a Markdown table. Each client runs in a process of its own, and so does the server, which answers after a set
time. The pictures are those of the chart bank. inspect_ai is measured with the interpreter that `--inspect` names,
whose environment holds it (`pip install inspect_ai openai`); without one it is left out. CPU and seconds are taken from
where a client has imported what it needs, memory is the peak of its process, bytes are those of its files.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from counterpoint.stimuli.charts.bank import bank_charts, draw_bank

REPOSITORY = Path(__file__).resolve().parents[1]
HERE = Path(__file__).parent
SEED = 20260602
PRINTED = ("pixel_digest", "file_digest", "path", "width", "height", "bytes")


def draw_pictures(folder: Path) -> int:
    """Draw the bank's pictures into the folder, with the rows that the clients need; return how many there are."""
    charts = bank_charts(REPOSITORY / "resources" / "charts", SEED)
    drawn = draw_bank(charts, SEED, (), folder / "images", "cvlat", "images")
    stimuli = [{name: row[name] for name in PRINTED} for rows, _ in drawn for row in rows]
    (folder / "stimuli.json").write_text(json.dumps(stimuli))
    return len(stimuli)


def measure(client: str, python: str, latency: float, folder: Path, trials: int, connections: int) -> dict[str, float]:
    """Return what one client took for all trials. Raises CalledProcessError when it fails."""
    shutil.rmtree(folder / "out", ignore_errors=True)
    with subprocess.Popen([sys.executable, str(HERE / "loopback.py"), str(latency)], stdout=subprocess.PIPE) as server:
        try:
            address = f"http://127.0.0.1:{int(server.stdout.readline())}/v1"
            command = [python, str(HERE / "query_clients.py"), client, address, str(folder), str(trials)]
            told = subprocess.run([*command, str(connections)], check=True, stdout=subprocess.PIPE, text=True).stdout
        finally:
            server.terminate()
    found = json.loads(told.splitlines()[-1])
    if found["answered"] != trials:
        raise SystemExit(f"{client}: {found['answered']} of {trials} trials answered")
    return found


def has_inspect(python: str) -> bool:
    """Return whether an interpreter can import inspect_ai."""
    return subprocess.run([python, "-c", "import inspect_ai, openai"], stderr=subprocess.DEVNULL).returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inspect", default=sys.executable, metavar="PYTHON")
    parser.add_argument("--trials", type=int, default=6_360)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--latencies", type=float, nargs="+", default=[0.0, 0.05, 1.0], metavar="SECONDS")
    options = parser.parse_args()
    clients = {"counterpoint": sys.executable, "openai": sys.executable}
    if has_inspect(options.inspect):
        clients["inspect_ai"] = options.inspect
    else:
        print(f"inspect_ai is left out: {options.inspect} cannot import it\n")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        drawn = draw_pictures(folder)
        print(f"{options.trials} trials on {drawn} pictures, {options.connections} connections\n")
        print("| latency, s | client | CPU ms a trial | trials/s | seconds | of the ideal | peak MB | MB written |")
        print("|---:|---|---:|---:|---:|---:|---:|---:|")
        for latency in options.latencies:
            ideal = options.trials * latency / options.connections
            for client, python in clients.items():
                found = measure(client, python, latency, folder, options.trials, options.connections)
                cells = [f"{latency:g}", client, f"{1000 * found['cpu'] / options.trials:.2f}"]
                cells += [f"{options.trials / found['wall']:.0f}", f"{found['wall']:.1f}"]
                cells += [f"{100 * ideal / found['wall']:.0f} %" if ideal else "–", f"{found['peak']:.0f}"]
                cells.append(f"{found['written'] / 1e6:.1f}")
                print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
