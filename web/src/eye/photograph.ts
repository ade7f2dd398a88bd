/** From a file, or what is pasted or filmed, to a picture that the eye can read. It never leaves the browser. */
import { LONGEST } from "../generated/eye-layout";
import { t } from "../page/i18n";
import { kindOf, sizeOf } from "./picture-head";

/**
 * A picture upright and at most LONGEST wide and high.
 *
 * `file` is what is kept, shared and entered of it: a JPEG that says neither where nor when it was taken. `url`
 * shows it, `likeness` is the same as a text.
 */
export interface Photograph {
  file: Blob;
  url: string;
  likeness: string;
  pixels: Uint8ClampedArray;
  width: number;
  height: number;
}

/** A file that is no picture, or one that we do not read; the message is a sentence for the user. */
export class PhotographError extends Error {}

const MOST_MILLIONS = 64; // the largest cameras of telephones have 50 million pixels in one picture
const HEAD = 64 * 1024 * 1024; // bytes in which a picture says how large it is, behind all else that it may say
const LIKENESS = 0.9; // of JPEG, for the picture that is shown and kept

/** Read a file. Raises PhotographError. */
export async function photographOf(file: Blob): Promise<Photograph> {
  const head = new DataView(await file.slice(0, HEAD).arrayBuffer());
  const kind = kindOf(head);
  if (kind === null) throw new PhotographError(t("This is not a picture."));
  const size = sizeOf(kind, head);
  if (size) refuseHuge(...size);
  if (kind === "heic" && !(await canDecode(file)))
    throw new PhotographError(t("This browser cannot read HEIC pictures. Save it as JPEG."));
  if (!size) throw new PhotographError(t("This picture is damaged."));
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file); // turns it as its camera was held
  } catch {
    throw new PhotographError(t("This picture is damaged."));
  }
  return drawn(bitmap, bitmap.width, bitmap.height);
}

/** Read a file that was kept of a picture: it stays the same. */
export async function keptPhotograph(file: Blob): Promise<Photograph> {
  const bitmap = await createImageBitmap(file);
  return drawn(bitmap, bitmap.width, bitmap.height, file);
}

/** Return what a canvas shows as JPEG. */
export async function jpegOf(canvas: HTMLCanvasElement): Promise<Blob> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", LIKENESS));
  if (!blob) throw new PhotographError(t("This browser cannot read pictures."));
  return blob;
}

/** Take what a camera shows at this moment. */
export function photographOfVideo(video: HTMLVideoElement): Promise<Photograph> {
  return drawn(video, video.videoWidth, video.videoHeight);
}

async function drawn(source: CanvasImageSource, width: number, height: number, kept?: Blob): Promise<Photograph> {
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
  const file = kept ?? (await jpegOf(canvas));
  const likeness = await textOf(file);
  return { file, url: URL.createObjectURL(file), likeness, pixels: data, width: canvas.width, height: canvas.height };
}

/** Write a file as an address that holds all of it. */
function textOf(file: Blob): Promise<string> {
  const reader = new FileReader();
  return new Promise((done, fail) => {
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(file);
  });
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
