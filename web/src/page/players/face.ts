/** Faces: a tile whose line is the mouth, drawn from the same parts as on the server (`http/faces.py`). */
import { html, nothing, svg, type TemplateResult } from "lit";
import { unsafeSVG } from "lit/directives/unsafe-svg.js";
import { BODY, CAP, EYES, MOUTHS, ROBOT_FACES } from "../../generated/faces";
import type { ColourLetter } from "../../generated/protocol";

const COLOURS = "RYGB";
const MODULUS = 65521;

/** Draw the face of a player: the chosen one, a robot's, or the default face of the name; at a table in the colour played. */
export function face(
  name: string,
  robot: string | null = null,
  chosen?: string | null,
  plays: ColourLetter | null = null,
): TemplateResult {
  const text = chosen ?? ROBOT_FACES[robot ?? ""] ?? faceOfName(robot ?? name);
  const [mouth = "1", eyes = "1", own = "R", ownCap] = text;
  const colour = plays ?? own;
  const cap = ownCap && (plays ?? ownCap);
  return html`<svg class="face" viewBox="-50 -57 100 114" aria-hidden="true"><path class="face-body" d=${BODY}></path>${
    cap ? svg`<path class="face-cap face-${cap}" d=${CAP}></path>` : nothing
  }<path class="face-line face-${colour}" d=${MOUTHS[Number(mouth) - 1]}></path><g class="face-eyes">${unsafeSVG(EYES[Number(eyes) - 1])}</g></svg>`;
}

/** Return the default face of a name, always the same. */
export function faceOfName(name: string): string {
  let total = 0;
  for (const letter of name) total = (total * 31 + (letter.codePointAt(0) ?? 0)) % MODULUS;
  const next = (n: number) => {
    const rest = total % n;
    total = Math.floor(total / n);
    return rest;
  };
  const [mouth, eyes, cap] = [next(MOUTHS.length) + 1, next(EYES.length) + 1, next(COLOURS.length + 1)];
  return `${mouth}${eyes}${COLOURS[total % COLOURS.length]}${cap > 0 ? COLOURS[cap - 1] : ""}`;
}
