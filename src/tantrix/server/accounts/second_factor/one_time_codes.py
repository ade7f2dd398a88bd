"""Codes of an authenticator app (TOTP, RFC 6238) and the recovery codes that replace them."""

import hashlib
import re
import secrets

import pyotp

STEP_S = 30  # how long a code is valid; one more step is accepted on either side, for inaccurate clocks
N_RECOVERY_CODES = 10
ISSUER = "Tantrix"
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # without l, o, 0 and 1: a code may be written by hand
_SECRET = re.compile(r"[A-Z2-7]{32}", re.ASCII)
_CODE = re.compile(r"[0-9]{6}", re.ASCII)


def make_secret() -> str:
    """Return a new secret of 160 bits in base32."""
    return pyotp.random_base32(32)


def is_secret(text: str) -> bool:
    """Return whether a text has the form of a secret made by `make_secret`."""
    return _SECRET.fullmatch(text) is not None


def address_of(secret: str, name: str) -> str:
    """Return the address that an app reads from a QR code."""
    return pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name=ISSUER)


def step_of(secret: str, code: str, now_ms: int) -> int | None:
    """Return the time step that a code belongs to, or None if the code is not valid now."""
    digits = code.replace(" ", "")
    if not _CODE.fullmatch(digits):
        return None
    totp, now_step = pyotp.TOTP(secret), now_ms // 1000 // STEP_S
    steps = (now_step - 1, now_step, now_step + 1)
    # All are compared, so that the time taken does not reveal which one was right.
    right = [step for step in steps if secrets.compare_digest(totp.generate_otp(step), digits)]
    return right[0] if right else None


def make_recovery_codes() -> list[str]:
    """Return new recovery codes of 80 random bits each."""
    return [_grouped("".join(secrets.choice(_LETTERS) for _ in range(16))) for _ in range(N_RECOVERY_CODES)]


def recovery_hash(user_id: str, code: str) -> str:
    """Return the hash of a recovery code; case, spaces and hyphens do not matter."""
    plain = "".join(letter for letter in code.lower() if letter.isalnum())
    return hashlib.sha256(f"{user_id} {plain}".encode()).hexdigest()


def _grouped(code: str) -> str:
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4))
