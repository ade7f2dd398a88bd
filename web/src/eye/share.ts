/** The picture of who won, with its lines and the result in words, for whatever the device shares pictures by. */
import { jpegOf } from "./photograph";

const DIM = "rgb(0 0 0 / 54%)"; // over the picture, as behind the lines on the page
const NAME = "tantrix.jpg";

/** Share the picture on the page; where the device does not share pictures, save it. */
export async function shareWinner(picture: SVGSVGElement, photograph: Blob, words: string): Promise<void> {
  const file = new File([await drawn(picture, photograph, words)], NAME, { type: "image/jpeg" });
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], text: words });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  save(file);
}

function save(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Draw a picture with the lines that the page shows over it, and words in a band below. */
async function drawn(picture: SVGSVGElement, photograph: Blob, words: string): Promise<Blob> {
  const image = await createImageBitmap(photograph);
  const { width, height } = image;
  const letter = Math.max(14, Math.round(width / 26));
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height + 2 * letter;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.drawImage(image, 0, 0);
  context.fillStyle = DIM;
  context.fillRect(0, 0, width, height);
  for (const path of picture.querySelectorAll<SVGPathElement>(".drawn-line")) drawLine(context, path);
  context.resetTransform();
  context.fillStyle = "black";
  context.fillRect(0, height, width, 2 * letter);
  context.fillStyle = "white";
  context.font = `600 ${letter}px ${getComputedStyle(document.body).fontFamily}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(words, width / 2, height + letter, width - letter);
  return jpegOf(canvas);
}

/** Draw a line as the page draws it. */
function drawLine(context: CanvasRenderingContext2D, path: SVGPathElement): void {
  const style = getComputedStyle(path);
  const matrix = path.transform.baseVal.consolidate()?.matrix;
  if (matrix) context.setTransform(new DOMMatrix([matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f]));
  context.strokeStyle = style.stroke;
  context.lineWidth = Number.parseFloat(style.strokeWidth);
  context.lineJoin = "round";
  context.stroke(new Path2D(path.getAttribute("d") ?? ""));
}
