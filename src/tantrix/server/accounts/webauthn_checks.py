"""Challenges for passkeys, and checking their responses, with the `webauthn` library.

The library is imported on first use: with its certificate parsers it takes 14 MB.
"""

import base64
from dataclasses import dataclass

TITLE = "Tantrix"  # the site's name in the browser's dialog


@dataclass(frozen=True, slots=True)
class Site:
    """The site that a passkey belongs to: a host name, and the origins that its pages may have."""

    host: str
    origins: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CheckedPasskey:
    """A passkey whose response was valid: its id and key in base64url, and its signature counter."""

    id: str
    public_key: str
    n_signed: int


def new_options(site: Site, user_id: str, name: str, known: list[str]) -> tuple[str, str]:
    """Return a challenge, and the options as JSON that a browser needs to create a passkey.

    `known`: the ids of the passkeys that the account already has.
    """
    import webauthn
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options = webauthn.generate_registration_options(
        rp_id=site.host,
        rp_name=TITLE,
        user_name=name,
        user_id=bytes.fromhex(user_id),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=_bytes(each)) for each in known],
    )
    return _text(options.challenge), webauthn.options_to_json(options)


def check_new(site: Site, challenge: str, credential: str) -> CheckedPasskey | None:
    """Return the passkey that a browser has created; None if the response is not valid."""
    import webauthn
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=_bytes(challenge),
            expected_rp_id=site.host,
            expected_origin=list(site.origins),
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, TypeError, KeyError):
        return None
    return CheckedPasskey(_text(found.credential_id), _text(found.credential_public_key), found.sign_count)


def options(site: Site) -> tuple[str, str]:
    """Return a challenge, and the options as JSON that a browser needs to sign in."""
    import webauthn
    from webauthn.helpers.structs import UserVerificationRequirement

    prepared = webauthn.generate_authentication_options(
        rp_id=site.host, user_verification=UserVerificationRequirement.REQUIRED
    )
    return _text(prepared.challenge), webauthn.options_to_json(prepared)


def check_sign_in(
    site: Site, challenge: str, credential: str, known: CheckedPasskey
) -> CheckedPasskey | None:
    """Return a passkey with its new counter; None if the response is not valid."""
    import webauthn
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=_bytes(challenge),
            expected_rp_id=site.host,
            expected_origin=list(site.origins),
            credential_public_key=_bytes(known.public_key),
            credential_current_sign_count=known.n_signed,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, TypeError, KeyError):
        return None
    return CheckedPasskey(known.id, known.public_key, found.new_sign_count)


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
