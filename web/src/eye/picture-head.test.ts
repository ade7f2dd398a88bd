import { describe, expect, test } from "vitest";
import { kindOf, sizeOf } from "./picture-head";

function view(...parts: (number | string)[]): DataView {
  const bytes = parts.flatMap((part) =>
    typeof part === "string" ? Array.from(part, (letter) => letter.charCodeAt(0)) : [part],
  );
  return new DataView(Uint8Array.from([...bytes, ...new Array(16).fill(0)]).buffer);
}

const FOUR = [0, 0, 0, 0];
const WEBP = ["RIFF", ...FOUR, "WEBP"];

describe("the beginning of a file", () => {
  test("tells what kind of picture it is", () => {
    expect(kindOf(view(0xff, 0xd8, 0xff, 0xe0))).toBe("jpeg");
    expect(kindOf(view(0x89, "PNG"))).toBe("png");
    expect(kindOf(view("GIF89a"))).toBe("gif");
    expect(kindOf(view(...WEBP))).toBe("webp");
    expect(kindOf(view(0, 0, 0, 24, "ftypheic"))).toBe("heic");
    expect(kindOf(view(0, 0, 0, 24, "ftypavif"))).toBe("avif");
    expect(kindOf(view("hello, world"))).toBeNull();
    expect(kindOf(view("<svg xmlns="))).toBeNull();
  });

  test("tells how large each kind says that it is", () => {
    const inPng = [0x89, "PNG", ...FOUR, ...FOUR, "IHDR", 0, 0, 0x23, 0x28, 0, 0, 0x1f, 0x40];

    expect(sizeOf("png", view(...inPng))).toEqual([9000, 8000]);
    expect(sizeOf("gif", view("GIF89a", 0x28, 0x23, 0x40, 0x1f))).toEqual([9000, 8000]);
    expect(sizeOf("webp", view(...WEBP, "VP8 ", ...FOUR, ...FOUR, 0, 0, 0x28, 0x23, 0x40, 0x1f))).toEqual([9000, 8000]);
    expect(sizeOf("webp", view(...WEBP, "VP8L", ...FOUR, 0x2f, 0x27, 0xe3, 0xcf, 0x07))).toEqual([9000, 8000]);
    expect(sizeOf("webp", view(...WEBP, "VP8X", ...FOUR, ...FOUR, 0x27, 0x23, 0, 0x3f, 0x1f, 0))).toEqual([9000, 8000]);
    expect(sizeOf("webp", view(...WEBP, "VP9 "))).toBeNull();
  });

  test("tells the size of a JPEG behind all that it says before, and fillers", () => {
    const frame = [0xff, 0xc2, 0, 17, 8, 0x10, 0, 0x20, 0];

    expect(sizeOf("jpeg", view(0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, ...frame))).toEqual([0x2000, 0x1000]);
    expect(sizeOf("jpeg", view(0xff, 0xd8, 0xff, 0xff, 0xff, 0xd0, ...frame))).toEqual([0x2000, 0x1000]);
    expect(sizeOf("jpeg", view(0xff, 0xd8, 1))).toBeNull();
    expect(sizeOf("jpeg", view(0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff))).toBeNull();
  });

  test("tells the largest size in a file of HEIF", () => {
    const size = (width: number, height: number) => [...FOUR, "ispe", ...FOUR, 0, 0, width, 0, 0, 0, height, 0];

    expect(sizeOf("heic", view(...size(1, 2), ...size(0x20, 0x10)))).toEqual([0x2000, 0x1000]);
    expect(sizeOf("avif", view("none"))).toBeNull();
  });
});
