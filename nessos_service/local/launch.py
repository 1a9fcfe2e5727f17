"""Become a command that does not outlive its parent, without root's rights where asked.

    python -I -S launch.py PARENT SIGNAL IDENTITY COMMAND…

SIGNAL is sent to the command when PARENT, a process id, ends in any way (Linux). IDENTITY is `same`, `namespace` (an
ordinary user inside a user namespace: PostgreSQL refuses to run as root) or `user:NAME`. Uses the standard library
only and imports little of it: it stands before every start of every part.
"""

import ctypes
import os
import pwd
import sys

PR_SET_PDEATHSIG = 1
NAMESPACE_ID = 1000


def enter_namespace() -> None:
    """Be an ordinary user inside, with the rights of root over root's own files outside."""
    user, group = os.getuid(), os.getgid()
    os.unshare(os.CLONE_NEWUSER)
    for name, line in (
        ("setgroups", "deny"),
        ("uid_map", f"{NAMESPACE_ID} {user} 1"),
        ("gid_map", f"{NAMESPACE_ID} {group} 1"),
    ):
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
            file.write(line)


def drop_to(name: str) -> None:
    """Be the user `name` for good."""
    entry = pwd.getpwnam(name)
    os.setgroups([])
    os.setgid(entry.pw_gid)
    os.setuid(entry.pw_uid)
    os.environ["HOME"] = "/"


def main(arguments: list[str]) -> None:
    parent, number, identity, *command = arguments
    # Loaded while we may still read it: another user may not.
    process_control = ctypes.CDLL(None).prctl if sys.platform == "linux" else None
    if identity == "namespace":
        enter_namespace()
    elif identity.startswith("user:"):
        drop_to(identity.removeprefix("user:"))
    # Only now: a change of identity wipes the request.
    if process_control is not None:
        process_control(PR_SET_PDEATHSIG, int(number), 0, 0, 0)
        if os.getppid() != int(parent):
            sys.exit("the parent has ended already")
    os.execv(command[0], command)


if __name__ == "__main__":
    main(sys.argv[1:])
