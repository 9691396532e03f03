"""A Slurm cluster on this machine: a controller and two virtual nodes on loopback, from Debian's packages."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

CONFIGURATION = Path("/etc/slurm")
"""Where Slurm's commands look. Snakemake's jobs lose SLURM_CONF, so the file has to stand here."""
PACKAGES = ("slurm-wlm", "munge")
PORT = 16_817
NODES = ("node1", "node2")

# No cgroups, no accounting and no service manager are needed. Nodes claim more cores than there are, since jobs mostly
# wait; finished jobs are remembered for an hour, so that `squeue` tells their end.
SETTINGS = """
ClusterName=counterpoint
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort={port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool.%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory,CR_LLN
SlurmdParameters=config_overrides
MpiDefault=none
GresTypes=gpu
MinJobAge=3600
ReturnToService=2
"""
NODE = "NodeName={name} NodeHostname=localhost NodeAddr=127.0.0.1 Port={port} CPUs=8 RealMemory=16000 Gres=gpu:1\n"
PARTITION = f"PartitionName=main Nodes={','.join(NODES)} Default=YES MaxTime=INFINITE State=UP\n"


def missing() -> str | None:
    """Return why no cluster can be started here, or None. Installs Debian's packages where that is possible."""
    if os.geteuid() != 0:
        return "a Slurm cluster is started by root only"
    if CONFIGURATION.joinpath("slurm.conf").exists():
        return f"{CONFIGURATION}/slurm.conf: this machine has a Slurm of its own, which is left alone"
    if shutil.which("slurmctld") and shutil.which("munged"):
        return None
    if not shutil.which("apt-get"):
        return f"neither the packages {' and '.join(PACKAGES)} nor apt-get, to install them, are here"
    # This run level keeps Debian from starting the packages' own daemons.
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    for command in (["update"], ["install", "--yes", "--no-install-recommends", *PACKAGES]):
        done = subprocess.run(["apt-get", "-qq", *command], env=environment, capture_output=True, text=True)
        if done.returncode:
            return f"apt-get {command[0]} failed: {done.stderr.strip()[-300:]}"
    return None


@contextmanager
def slurm_cluster(folder: Path) -> Iterator[None]:
    """Run a cluster whose files are in `folder`; at the end its jobs, its daemons and its configuration are gone."""
    with ExitStack() as stack:
        _configure(folder, stack)
        key = folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o600)
        files = [f"--{kind}={folder}/munge.{kind}" for kind in ("socket", "log-file", "pid-file", "seed-file")]
        _start(["munged", "--foreground", "--force", f"--key-file={key}", *files], folder / "munged.out", stack)
        _wait(lambda: folder.joinpath("munge.socket").exists(), "munged")
        _start(["slurmctld", "-D"], folder / "slurmctld.out", stack)
        for node in NODES:
            _start(["slurmd", "-D", "-N", node], folder / f"{node}.out", stack)
        stack.callback(_cancel_all)
        _wait(lambda: asked("sinfo", "--noheader", "--states=idle", "--format=%D") == [str(len(NODES))], "the nodes")
        yield


def asked(command: str, *arguments: str) -> list[str]:
    """Return the lines that a command of Slurm prints; none while the controller does not answer."""
    done = subprocess.run([command, *arguments], capture_output=True, text=True)
    return done.stdout.split("\n")[:-1] if done.returncode == 0 else []


def slurm_jobs(*states: str) -> list[tuple[str, str, str, str]]:
    """Return number, node, generic resources and comment of each job in some states, of all jobs if none is named."""
    fields = "JobID:|,NodeList:|,tres-per-job:|,Comment:200"
    lines = asked("squeue", "--noheader", f"--states={','.join(states) or 'all'}", f"--Format={fields}")
    return [tuple(field.strip() for field in line.split("|")) for line in lines]


def _configure(folder: Path, stack: ExitStack) -> None:
    for name in ("state", *(f"spool.{node}" for node in NODES)):
        (folder / name).mkdir(parents=True)
    nodes = [NODE.format(name=name, port=PORT + place) for place, name in enumerate(NODES, start=1)]
    settings = SETTINGS.format(folder=folder, port=PORT).lstrip() + "".join(nodes) + PARTITION
    # A device that is always there stands in for a GPU: what is tested is that jobs ask for one.
    devices = f"NodeName={','.join(NODES)} Name=gpu File=/dev/null\n"
    CONFIGURATION.mkdir(exist_ok=True)
    for name, text in (("slurm.conf", settings), ("gres.conf", devices)):
        path = CONFIGURATION / name
        with path.open("x") as file:
            stack.callback(path.unlink)
            file.write(text)


def _start(command: list[str], output: Path, stack: ExitStack) -> None:
    with output.open("wb") as stream:
        daemon = subprocess.Popen(command, stdout=stream, stderr=subprocess.STDOUT, start_new_session=True)
    stack.callback(_stop, daemon)


def _stop(daemon: subprocess.Popen) -> None:
    daemon.terminate()
    try:
        daemon.wait(timeout=20)
    except subprocess.TimeoutExpired:
        daemon.kill()
        daemon.wait()


def _cancel_all() -> None:
    """End all jobs, and wait: the processes of a job outlive the daemon that started them."""
    subprocess.run(["scancel", "--full", "--user=root"], check=True)
    _wait(lambda: not slurm_jobs("RUNNING", "PENDING", "COMPLETING"), "the last jobs' end")


def _wait(ready: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + 60
    while not ready():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what}: waited a minute in vain")
        time.sleep(0.2)
