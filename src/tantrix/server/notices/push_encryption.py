"""The encryption (RFC 8291) and signature (RFC 8292) of push messages."""

from base64 import urlsafe_b64encode
from io import BytesIO

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from webpush import WebPush
from webpush.types import WebPushKeys, WebPushSubscription

TTL_S = 3 * 24 * 3600  # how long a push service keeps a message for a device that is offline


class PushEncryption:
    """A server's pair of keys, with which it writes to browsers."""

    def __init__(self, secret: int) -> None:
        key = ec.derive_private_key(secret, ec.SECP256R1())
        self._private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        public = key.public_key()
        self._public = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.application_key = urlsafe_b64encode(point).decode().rstrip("=")

    def message(
        self, endpoint: str, p256dh: str, auth: str, payload: bytes, operator: str
    ) -> tuple[dict[str, str], bytes]:
        """Encrypt and sign a message for a browser. Raises ValueError for invalid keys."""
        keys = WebPushKeys(p256dh=p256dh, auth=auth)
        pusher = WebPush(BytesIO(self._private), BytesIO(self._public), operator, TTL_S)
        subscription = WebPushSubscription.model_validate({"endpoint": endpoint, "keys": keys.model_dump()})
        message = pusher.get(payload, subscription)
        return {str(name): str(value) for name, value in message.headers.items()}, message.encrypted
