"""A Slurm cluster on this machine: a controller and two virtual nodes on loopback, from Debian's packages.

With accounting there are Slurm's database daemon and a database of its own beside them.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

CONFIGURATION = Path("/etc/slurm")
"""Where Slurm's commands look. Snakemake's jobs lose SLURM_CONF, so the file has to stand here."""
PACKAGES = {"slurmctld": "slurm-wlm", "munged": "munge"}
ACCOUNTING_PACKAGES = {"slurmdbd": "slurmdbd", "mariadbd": "mariadb-server"}
"""Debian's packages by a program that each brings."""
PORT = 16_817
DATABASE_PORT = 16_827
NODES = ("node1", "node2")
ACCOUNT = "papers"
PROFILE = Path(__file__).resolve().parents[2] / "workflow" / "profiles" / "slurm"
ON_SLURM = ["--profile", str(PROFILE), "--slurm-init-seconds-before-status-checks", "5", "--latency-wait", "5"]
"""How Snakemake is told to use the cluster: as users are, but impatiently."""

# No cgroups and no service manager are needed. Nodes claim more cores than there are, since jobs mostly wait; finished
# jobs are remembered for an hour, so that `squeue` tells their end.
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
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory,CR_LLN
SlurmdParameters=config_overrides
MpiDefault=none
GresTypes=gpu
MinJobAge=3600
ReturnToService=2
"""
NO_ACCOUNTING = "AccountingStorageType=accounting_storage/none\n"
# As on many clusters, nobody runs anything who has no account.
ACCOUNTING = """
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=localhost
AccountingStoragePort={database_port}
AccountingStoragePass={folder}/munge.socket
AccountingStorageEnforce=associations
AccountingStorageTRES=gres/gpu
"""
DATABASE_SETTINGS = """
DbdHost=localhost
DbdPort={database_port}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
PidFile={folder}/slurmdbd.pid
LogFile={folder}/slurmdbd.log
StorageType=accounting_storage/mysql
StorageHost=localhost
StorageUser=root
"""
NODE = "NodeName={name} NodeHostname=localhost NodeAddr=127.0.0.1 Port={port} CPUs=8 RealMemory=16000{gpus}\n"
# One node has GPUs, two of them, so that two jobs that want one meet there. Devices that are always there stand in.
GPUS = ("/dev/null", "/dev/zero")
PARTITION = f"PartitionName=main Nodes={','.join(NODES)} Default=YES MaxTime=INFINITE State=UP\n"


def missing(accounting: bool = False) -> str | None:
    """Return why no cluster can be started here, or None. Installs Debian's packages where that is possible."""
    if os.geteuid() != 0:
        return "a Slurm cluster is started by root only"
    if CONFIGURATION.joinpath("slurm.conf").exists():
        return f"{CONFIGURATION}/slurm.conf: this machine has a Slurm of its own, which is left alone"
    needed = PACKAGES | (ACCOUNTING_PACKAGES if accounting else {})
    packages = [package for program, package in needed.items() if not shutil.which(program)]
    if not packages:
        return None
    if not shutil.which("apt-get"):
        return f"neither the packages {' and '.join(packages)} nor apt-get, to install them, are here"
    # This run level keeps Debian from starting the packages' own daemons.
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    for command in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
        done = subprocess.run(["apt-get", "-qq", *command], env=environment, capture_output=True, text=True)
        if done.returncode:
            return f"apt-get {command[0]} failed: {done.stderr.strip()[-300:]}"
    return None


@contextmanager
def slurm_cluster(folder: Path, accounting: bool = False) -> Iterator[None]:
    """Run a cluster whose files are in `folder`; at the end its jobs, its daemons and its configuration are gone."""
    with ExitStack() as stack:
        _configure(folder, accounting, stack)
        key = folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o600)
        files = [f"--{kind}={folder}/munge.{kind}" for kind in ("socket", "log-file", "pid-file", "seed-file")]
        _start(["munged", "--foreground", "--force", f"--key-file={key}", *files], folder / "munged.out", stack)
        _wait(lambda: folder.joinpath("munge.socket").exists(), "munged")
        if accounting:
            _start_accounting(folder, stack)
        _start(["slurmctld", "-D"], folder / "slurmctld.out", stack)
        for node in NODES:
            _start(["slurmd", "-D", "-N", node], folder / f"{node}.out", stack)
        stack.callback(_cancel_all)
        _wait(lambda: asked("sinfo", "--noheader", "--states=idle", "--format=%D") == [str(len(NODES))], "the nodes")
        yield


def _start_accounting(folder: Path, stack: ExitStack) -> None:
    """Start a database, which listens on a socket alone, and Slurm's daemon above it, with one account."""
    data, socket = folder / "database", folder / "database.socket"
    made = ["mariadb-install-db", "--no-defaults", "--user=root", f"--datadir={data}", "--skip-test-db"]
    subprocess.run(made, check=True, capture_output=True)
    started = ["mariadbd", "--no-defaults", "--user=root", f"--datadir={data}", f"--socket={socket}"]
    started += ["--skip-networking", f"--pid-file={folder}/mariadbd.pid", "--innodb-lock-wait-timeout=900"]
    _start(started, folder / "mariadbd.out", stack)
    _wait(socket.exists, "the database")
    _start(["slurmdbd", "-D"], folder / "slurmdbd.out", stack, MYSQL_UNIX_PORT=str(socket))
    add = ["sacctmgr", "--immediate", "add"]
    _wait(lambda: asked(*add, "cluster", "counterpoint") != [], "slurmdbd")
    for added in (["account", ACCOUNT], ["user", "root", f"account={ACCOUNT}"]):
        subprocess.run([*add, *added], check=True, capture_output=True)


def asked(command: str, *arguments: str) -> list[str]:
    """Return the lines that a command of Slurm prints; none while the controller does not answer."""
    done = subprocess.run([command, *arguments], capture_output=True, text=True)
    return done.stdout.split("\n")[:-1] if done.returncode == 0 else []


def slurm_jobs(*states: str) -> list[tuple[str, str, str, str]]:
    """Return number, node, generic resources and comment of each job in some states, of all jobs if none is named."""
    fields = "JobID:|,NodeList:|,tres-per-job:|,Comment:200"
    lines = asked("squeue", "--noheader", f"--states={','.join(states) or 'all'}", f"--Format={fields}")
    return [tuple(field.strip() for field in line.split("|")) for line in lines]


def wait_for(found: Callable[[], object], run: subprocess.Popen) -> object:
    """Wait until something is found, while Snakemake runs."""
    while not (result := found()):
        assert run.poll() is None, run.communicate()[0]
        time.sleep(0.2)
    return result


def process_of(number: str) -> list[int]:
    """The process of a Slurm job that asks the model."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            ours = f"SLURM_JOB_ID={number}\0".encode() in (folder / "environ").read_bytes() + b"\0"
            # The script runs in a copy of its own, which no other process has as its first argument.
            arguments = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if ours and len(arguments) > 1 and arguments[1].endswith(b".query.py"):
            found.append(int(folder.name))
    return found


def _configure(folder: Path, accounting: bool, stack: ExitStack) -> None:
    for name in ("state", *(f"spool.{node}" for node in NODES)):
        (folder / name).mkdir(parents=True)
    names = {"folder": folder, "port": PORT, "database_port": DATABASE_PORT}
    nodes = [
        NODE.format(name=name, port=PORT + place, gpus="" if place > 1 else f" Gres=gpu:{len(GPUS)}")
        for place, name in enumerate(NODES, start=1)
    ]
    settings = SETTINGS + (ACCOUNTING if accounting else NO_ACCOUNTING)
    devices = "".join(f"NodeName={NODES[0]} Name=gpu File={device}\n" for device in GPUS)
    files = {"slurm.conf": settings.format(**names) + "".join(nodes) + PARTITION, "gres.conf": devices}
    if accounting:
        files["slurmdbd.conf"] = DATABASE_SETTINGS.format(**names)
    CONFIGURATION.mkdir(exist_ok=True)
    for name, text in files.items():
        path = CONFIGURATION / name
        with path.open("x") as file:
            stack.callback(path.unlink)
            path.chmod(0o600 if name == "slurmdbd.conf" else 0o644)  # slurmdbd asks for it
            file.write(text.lstrip())


def _start(command: list[str], output: Path, stack: ExitStack, **environment: str) -> None:
    with output.open("wb") as stream:
        daemon = subprocess.Popen(
            command, stdout=stream, stderr=subprocess.STDOUT, start_new_session=True, env=os.environ | environment
        )
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
