"""How long the eye takes in Chromium on a phone four times slower than this machine, and how large it is.

    python -m benchmarks.eye_times FILE... --tries 5

Chromium slows a page down as Lighthouse does, but not its workers, so the module of the eye runs in the page
here. `first` is what the camera shows, at the coarsest size; `whole` is the whole reading. The best of the
tries is printed: other programs only make them longer.
"""

import argparse
import gzip
from base64 import b64encode
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

from scripts.pictures.chromium import PHONE
from scripts.pictures.studio import picturing
from scripts.webassembly.eye_module import ARRAYS, SCRATCH
from scripts.webassembly.lowering import STACK_TOP, n_pages
from tantrix.eye.photograph import LONGEST
from tantrix.eye.weights import N_PACKED, SHIPPED

STATIC = Path(__file__).parents[1] / "src/tantrix/server/static"
PREPARE = """async ([code, weights, pages, stackTop, address, nPacked]) => {
  const memory = new WebAssembly.Memory({ initial: pages });
  const stack = new WebAssembly.Global({ value: "i32", mutable: true }, stackTop);
  const { atan2, cos, exp, hypot, log, sin, sqrt } = Math;
  const names = { atan2, cos, exp, expf: exp, hypot, log, sin, sqrt };
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const imports = { env: { __linear_memory: memory, __stack_pointer: stack, ...names } };
  const { instance } = await WebAssembly.instantiate(bytes(code), imports);
  new Uint8Array(memory.buffer, address.packed, nPacked).set(bytes(weights));
  instance.exports.unpack();
  window.eye = { ...instance.exports, memory, address };
}"""
TIMED = """async (file) => {
  const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const pixels = (longest) => {
    const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };
  const timed = (name, longest) => {
    const { data, width, height } = pixels(longest);
    const begun = performance.now();
    new Uint8Array(eye.memory.buffer, eye.address.pixels, data.length).set(data);
    const n = eye[name](width, height);
    if (name === "read" && n) {
      new BigInt64Array(eye.memory.buffer, eye.address.fixed, n).fill(-1n);
      eye.decode(Number(new BigInt64Array(eye.memory.buffer, eye.address.counts, 1)[0]), n);
    }
    return [performance.now() - begun, n];
  };
  return [...timed("glance", 320), ...timed("read", LONGEST)];
}""".replace("LONGEST", str(LONGEST))


def main() -> None:
    """Print the times for each picture, then the sizes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--tries", type=int, default=5)
    parser.add_argument("--slower", type=float, default=4)
    chosen = parser.parse_args()
    print("| picture | tiles | first | whole |\n| --- | --- | --- | --- |")
    with picturing() as (browser, _):
        page = browser.new_context(**PHONE).new_page()
        prepare(page)
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": chosen.slower})
        for file in chosen.files:
            first, whole, n = times(page, file, chosen.tries)
            print(f"| {name_of(file)} | {n} | {first:.0f} ms | {whole:.0f} ms |", flush=True)
    for path in (STATIC / "eye.wasm", SHIPPED, STATIC / "built/scan.js", STATIC / "built/eye-worker.js"):
        content = path.read_bytes()
        print(f"{path.name}: {len(content):,} bytes, {len(gzip.compress(content)):,} compressed")


def prepare(page: Page) -> None:
    """Load the module into an empty page."""
    weights = SHIPPED.read_bytes()
    start = 4 + int.from_bytes(weights[:4], "little")
    arrays = list(ARRAYS.values())
    code = (STATIC / "eye.wasm").read_bytes()
    addresses = {name: array.address for name, array in ARRAYS.items()}
    given = [b64encode(part).decode() for part in (code, weights[start : start + N_PACKED])]
    page.evaluate(PREPARE, [*given, n_pages(arrays, SCRATCH), STACK_TOP, addresses, N_PACKED])


def times(page: Page, file: Path, n_tries: int) -> tuple[float, float, int]:
    """Return the best times of a first and a whole reading in milliseconds, and how many tiles there are."""
    content = b64encode(file.read_bytes()).decode()
    tries = [page.evaluate(TIMED, content) for _ in range(n_tries)]
    return min(first for first, *_ in tries), min(whole for *_, whole, _ in tries), tries[0][-1]


def name_of(file: Path) -> str:
    """Return the size of a picture: names of files may be long."""
    with Image.open(BytesIO(file.read_bytes())) as picture:
        return f"{picture.width} x {picture.height}"


if __name__ == "__main__":
    main()
