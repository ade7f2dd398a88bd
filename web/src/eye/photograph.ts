/** From a file, or what is pasted or filmed, to a picture that the eye can read. It never leaves the browser. */
import { LONGEST } from "../generated/eye-layout";
import { t } from "../page/i18n";

/** A picture upright and at most LONGEST wide and high; `url` shows it, `likeness` is a text to keep it by. */
export interface Photograph {
  url: string;
  likeness: string;
  pixels: Uint8ClampedArray;
  width: number;
  height: number;
}

/** A file that is no picture, or one that we do not read; the message is a sentence for the user. */
export class PhotographError extends Error {}

const MOST_MILLIONS = 64; // the largest cameras of telephones have 50 million pixels in one picture
const HEAD = 256 * 1024; // bytes in which a picture says how large it is
const LIKENESS = 0.9; // of JPEG, for the picture that is shown

/** Read a file. Raises PhotographError. */
export async function photographOf(file: Blob): Promise<Photograph> {
  const head = new DataView(await file.slice(0, HEAD).arrayBuffer());
  const kind = kindOf(head);
  if (kind === "heic" && !(await canDecode(file)))
    throw new PhotographError(t("This browser cannot read HEIC pictures. Save it as JPEG."));
  if (kind === null && !file.type.startsWith("image/")) throw new PhotographError(t("This is not a picture."));
  const size = kind === "png" ? sizeOfPng(head) : kind === "jpeg" ? sizeOfJpeg(head) : null;
  if (size) refuseHuge(...size);
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file); // turns it as its camera was held
  } catch {
    throw new PhotographError(kind ? t("This picture is damaged.") : t("This is not a picture."));
  }
  return drawn(bitmap, bitmap.width, bitmap.height);
}

/** Take what a camera shows at this moment. */
export function photographOfVideo(video: HTMLVideoElement): Promise<Photograph> {
  return drawn(video, video.videoWidth, video.videoHeight);
}

async function drawn(source: CanvasImageSource, width: number, height: number): Promise<Photograph> {
  refuseHuge(width, height);
  const scale = Math.min(1, LONGEST / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new PhotographError(t("This browser cannot read pictures."));
  context.fillStyle = "white"; // behind what is transparent
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", LIKENESS));
  const url = blob ? URL.createObjectURL(blob) : "";
  const likeness = canvas.toDataURL("image/jpeg", LIKENESS);
  return { url, likeness, pixels: data, width: canvas.width, height: canvas.height };
}

function refuseHuge(width: number, height: number): void {
  if (width * height > MOST_MILLIONS * 1_000_000)
    throw new PhotographError(t("This picture has more than {n} million pixels.", { n: MOST_MILLIONS }));
}

async function canDecode(file: Blob): Promise<boolean> {
  return createImageBitmap(file).then(
    () => true,
    () => false,
  );
}

type Kind = "gif" | "heic" | "jpeg" | "png" | "webp";

/** Tell what a file is by how it begins; null for what is none of the usual pictures. */
export function kindOf(head: DataView): Kind | null {
  if (head.byteLength < 12) return null;
  const first = head.getUint32(0);
  if (first >>> 8 === 0xffd8ff) return "jpeg";
  if (first === 0x89504e47) return "png";
  if (first === 0x47494638) return "gif";
  if (first === 0x52494646 && head.getUint32(8) === 0x57454250) return "webp";
  const brand = String.fromCharCode(...new Uint8Array(head.buffer, 4, 8));
  return /^ftyp(heic|heix|hevc|heim|heis|mif1|msf1)/.test(brand) ? "heic" : null;
}

/** Return the width and height that a PNG claims. */
export function sizeOfPng(head: DataView): [number, number] | null {
  return head.byteLength < 24 ? null : [head.getUint32(16), head.getUint32(20)];
}

/** Return the width and height that a JPEG claims in its frame. */
export function sizeOfJpeg(head: DataView): [number, number] | null {
  let at = 2;
  while (at + 9 < head.byteLength && head.getUint8(at) === 0xff) {
    const marker = head.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [head.getUint16(at + 7), head.getUint16(at + 5)];
    at += 2 + head.getUint16(at + 2);
  }
  return null;
}
