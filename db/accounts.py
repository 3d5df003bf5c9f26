"""Accounts, invitations and sign-ins.

Only hashes of secrets are stored: whoever reads the database cannot sign in with what it holds.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from sqlite_utils import Database

from db.errors import Conflict, NotFound
from db.models import Account, Role

SIGN_IN_LASTS_MS = 30 * 24 * 3600 * 1000
_ACCOUNTS = "SELECT account_id, name, role, study_id, side, simulated, person_id FROM accounts "


def new_account_id() -> str:
    """A pseudonymous id that tells nothing about the person."""
    return "p-" + secrets.token_hex(5)


def add_account(database: Database, account: Account, at_ms: int) -> Account:
    """Store an account; the same one again changes nothing.

    Raises:
        Conflict: the id belongs to another account.
    """
    database.execute(
        "INSERT INTO accounts (account_id, name, role, study_id, side, simulated, person_id, created_at_ms) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (account_id) DO NOTHING",
        [
            account.account_id,
            account.name,
            account.role,
            account.study_id,
            account.side,
            account.simulated,
            account.person_id,
            at_ms,
        ],
    )
    if find_account(database, account.account_id) != account:
        raise Conflict(f"Account id {account.account_id!r} is taken by somebody else; nothing was changed.")
    return account


def find_account(database: Database, account_id: str) -> Account:
    """The account of that id.

    Raises:
        NotFound: there is none.
    """
    rows = database.execute(_ACCOUNTS + "WHERE account_id = ?", [account_id])
    for row in rows:
        return _account(row)
    raise NotFound(f"There is no account {account_id!r}.")


def name_of(database: Database, account_id: str) -> str:
    """What researchers call each other: by name, or by account where there is no name or no account."""
    try:
        return find_account(database, account_id).name or account_id
    except NotFound:
        return account_id


def accounts_of_study(database: Database, study_id: str) -> list[Account]:
    """Everybody invited to a study, in order of invitation."""
    rows = database.execute(_ACCOUNTS + "WHERE study_id = ? ORDER BY created_at_ms, rowid", [study_id])
    return [_account(row) for row in rows]


def researchers(database: Database) -> set[str]:
    """The ids of all researchers and administrators."""
    rows = database.execute(
        "SELECT account_id FROM accounts WHERE role IN (?, ?)", [Role.RESEARCHER.value, Role.ADMIN.value]
    )
    return {account_id for (account_id,) in rows}


def issue_invitation(database: Database, account_id: str, at_ms: int) -> str:
    """Make a secret link part for an account; it is shown once and works until the study ends."""
    token = secrets.token_urlsafe(24)
    database.execute(
        "INSERT INTO invitations (token_sha256, account_id, created_at_ms) VALUES (?, ?, ?)",
        [_sha256(token), account_id, at_ms],
    )
    return token


class Revoked(NamedTuple):
    """How many of each no longer work."""

    links: int
    sign_ins: int


def revoke(database: Database, account_id: str) -> Revoked:
    """End every link and every sign-in of an account; what it did stays.

    Raises:
        NotFound: there is no such account.
    """
    find_account(database, account_id)
    links = database.execute("DELETE FROM invitations WHERE account_id = ?", [account_id])
    sign_ins = database.execute("DELETE FROM sign_ins WHERE account_id = ?", [account_id])
    return Revoked(links.rowcount, sign_ins.rowcount)


def account_of_invitation(database: Database, token: str) -> Account | None:
    """Whose invitation this is; None for an unknown token."""
    rows = database.execute(
        _ACCOUNTS + "JOIN invitations USING (account_id) WHERE token_sha256 = ?", [_sha256(token)]
    )
    return next((_account(row) for row in rows), None)


def sign_in(database: Database, account_id: str, at_ms: int) -> str:
    """Start a sign-in and return its secret, for the browser's cookie."""
    secret = secrets.token_urlsafe(32)
    database.execute(
        "INSERT INTO sign_ins (secret_sha256, account_id, created_at_ms, expires_at_ms) VALUES (?, ?, ?, ?)",
        [_sha256(secret), account_id, at_ms, at_ms + SIGN_IN_LASTS_MS],
    )
    return secret


def account_of_sign_in(database: Database, secret: str, now_ms: int) -> Account | None:
    """Who holds this cookie; None if the secret is unknown or has expired."""
    rows = database.execute(
        _ACCOUNTS + "JOIN sign_ins USING (account_id) WHERE secret_sha256 = ? AND expires_at_ms > ?",
        [_sha256(secret), now_ms],
    )
    return next((_account(row) for row in rows), None)


def sign_out(database: Database, secret: str) -> None:
    """End a sign-in; an unknown secret is no error."""
    database.execute("DELETE FROM sign_ins WHERE secret_sha256 = ?", [_sha256(secret)])


def _sha256(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _account(row: Sequence[object]) -> Account:
    account_id, name, role, study_id, side, simulated, person_id = row
    return Account.model_validate(
        {
            "account_id": account_id,
            "name": name,
            "role": Role(str(role)),
            "study_id": study_id,
            "side": side,
            "simulated": bool(simulated),
            "person_id": person_id,
        }
    )
