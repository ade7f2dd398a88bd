/** A small hexagon of a colour with its letter. */
import { html, type TemplateResult } from "lit";
import type { ColourLetter } from "../../generated/protocol";
import { t } from "../i18n";

/** Return the letter of a colour in the page's language; notation keeps R, Y, G and B. */
export function colourLetter(colour: ColourLetter): string {
  return t("RYGB")["RYGB".indexOf(colour)] ?? colour;
}

/** Render a small hexagon in a player's colour, with its letter. */
export function swatch(colour: ColourLetter): TemplateResult {
  return html`<svg class="swatch" viewBox="-60 -60 120 120" aria-hidden="true"><polygon class="fill-${colour}" points="0,-57 50,-28.5 50,28.5 0,57 -50,28.5 -50,-28.5"></polygon><text class="swatch-letter on-${colour}" y="22" text-anchor="middle">${colourLetter(colour)}</text></svg>`;
}

/** Render a placeholder for a colour that is not decided yet. */
export function noSwatch(): TemplateResult {
  return html`<svg class="swatch" viewBox="-60 -60 120 120" aria-hidden="true"><polygon class="fill-none" points="0,-57 50,-28.5 50,28.5 0,57 -50,28.5 -50,-28.5"></polygon><text class="swatch-letter on-none" y="22" text-anchor="middle">?</text></svg>`;
}
