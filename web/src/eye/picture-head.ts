/** How a file of a picture begins: what kind it is, and how large it says that it is, before anything is decoded. */

export type Kind = "avif" | "gif" | "heic" | "jpeg" | "png" | "webp";
type WidthAndHeight = [number, number];

/** Tell what a file is by how it begins; null for what is none of the usual pictures. */
export function kindOf(head: DataView): Kind | null {
  if (head.byteLength < 12) return null;
  const first = head.getUint32(0);
  if (first >>> 8 === 0xffd8ff) return "jpeg";
  if (first === 0x89504e47) return "png";
  if (first === 0x47494638) return "gif";
  if (textAt(head, 0) === "RIFF" && textAt(head, 8) === "WEBP") return "webp";
  const brand = textAt(head, 4) + textAt(head, 8);
  if (/^ftypavi[fs]/.test(brand)) return "avif";
  return /^ftyp(heic|heix|hevc|heim|heis|mif1|msf1)/.test(brand) ? "heic" : null;
}

/** Return the width and height that a picture claims; null where it does not say. */
export function sizeOf(kind: Kind, head: DataView): WidthAndHeight | null {
  try {
    return SIZES[kind](head);
  } catch {
    return null; // it ends before it says so
  }
}

const SIZES: Record<Kind, (head: DataView) => WidthAndHeight | null> = {
  avif: sizeOfHeif,
  gif: (head) => [head.getUint16(6, true), head.getUint16(8, true)],
  heic: sizeOfHeif,
  jpeg: sizeOfJpeg,
  png: (head) => [head.getUint32(16), head.getUint32(20)],
  webp: sizeOfWebp,
};

function sizeOfJpeg(head: DataView): WidthAndHeight | null {
  let at = 2;
  while (head.getUint8(at) === 0xff) {
    const marker = head.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [head.getUint16(at + 7), head.getUint16(at + 5)];
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
    at += marker === 0xff ? 1 : isAlone ? 2 : 2 + head.getUint16(at + 2);
  }
  return null;
}

function sizeOfWebp(head: DataView): WidthAndHeight | null {
  switch (textAt(head, 12)) {
    case "VP8 ":
      return [head.getUint16(26, true) & 0x3fff, head.getUint16(28, true) & 0x3fff];
    case "VP8L": {
      const bits = head.getUint32(21, true);
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    }
    case "VP8X":
      return [(head.getUint32(24, true) & 0xffffff) + 1, (head.getUint32(26, true) >>> 8) + 1];
    default:
      return null;
  }
}

/** Return the largest of the pictures in a file of HEIF: others are parts of it, and small ones to show. */
function sizeOfHeif(head: DataView): WidthAndHeight | null {
  let largest: WidthAndHeight | null = null;
  for (let at = 4; at + 16 <= head.byteLength; at += 1) {
    if (head.getUint32(at) !== 0x69737065) continue; // "ispe"
    const [width, height] = [head.getUint32(at + 8), head.getUint32(at + 12)];
    if (!largest || width * height > largest[0] * largest[1]) largest = [width, height];
  }
  return largest;
}

function textAt(head: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((byte) => head.getUint8(at + byte)));
}
