"""A push service on this machine, over TLS, and a browser behind it that can decrypt its messages."""

import json
import ssl
import struct
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)


@dataclass(slots=True)
class PushEndpoint:
    """A push service with one browser. `statuses`: its first answers; then each message is accepted.

    `paths`: the path of the address to which each message was sent.
    """

    statuses: list[int] = field(default_factory=list)
    messages: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    address: str = ""
    trust: ssl.SSLContext = field(default_factory=ssl.create_default_context)
    _key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    _auth: bytes = b"sixteen bytes ok"

    @property
    def p256dh(self) -> str:
        return _text(_point(self._key.public_key()))

    @property
    def auth(self) -> str:
        return _text(self._auth)

    def read(self, number: int) -> Any:
        """Decrypt a message as RFC 8291, section 3.4 and RFC 8188 say."""
        body = self.messages[number][1]
        salt, (size,) = body[:16], struct.unpack("!B", body[20:21])
        sender, encrypted = body[21 : 21 + size], body[21 + size :]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._key.exchange(ec.ECDH(), theirs)
        info = b"WebPush: info\0" + _point(self._key.public_key()) + sender
        secret = _derived(shared, self._auth, info, 32)
        key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, encrypted, None)
        assert plain.endswith(b"\x02")
        return json.loads(plain[:-1])


@contextmanager
def push_endpoint(folder: Path, *statuses: int) -> Iterator[PushEndpoint]:
    """Run a push service in a thread."""
    endpoint = PushEndpoint(list(statuses))

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            status = endpoint.statuses.pop(0) if endpoint.statuses else 201
            if status == 201:
                endpoint.paths.append(self.path)
                endpoint.messages.append(
                    ({name.lower(): value for name, value in self.headers.items()}, body)
                )
            self.send_response(status)
            self.send_header("Location", "https://elsewhere.example/")
            self.end_headers()

        def log_message(self, *_arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    certificate = _write_certificate(folder)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    endpoint.address = f"https://localhost:{server.server_port}/send/1"
    endpoint.trust.load_verify_locations(certificate)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield endpoint
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _write_certificate(folder: Path) -> Path:
    """Write a certificate for localhost with its key; return the file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    file = folder / "localhost.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(private + made.public_bytes(Encoding.PEM))
    return file


def bytes_of(text: str) -> bytes:
    """Read base64 for addresses, without its padding."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)
