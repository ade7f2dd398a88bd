/** The choice of the colours that one would like, beside the challenges that one can accept. */
import { html, nothing, type TemplateResult } from "lit";
import type { ColourLetter } from "../generated/protocol";
import { t } from "../page/i18n";
import { swatch } from "../tiles/draw";
import { colourName } from "../tiles/tile-text";
import { COLOURS } from "./colour-preferences";

export type Choose = (rank: 0 | 1, chosen: ColourLetter | null) => void;

export function wishChoice(wishes: readonly ColourLetter[], choose: Choose): TemplateResult {
  const [first = null, second = null] = wishes;
  return html`<div class="lobby-wishes">
    ${colours(0, t("You would like"), COLOURS, first, choose)}
    ${
      first === null
        ? nothing
        : colours(
            1,
            t("or else"),
            COLOURS.filter((colour) => colour !== first),
            second,
            choose,
          )
    }
  </div>`;
}

/** What a button that sends the wishes shows and says of them. */
export function wishMarks(wishes: readonly ColourLetter[]): TemplateResult | typeof nothing {
  return wishes.length === 0
    ? nothing
    : html`<span class="wish-marks">${wishes.map((colour) => swatch(colour))}</span>`;
}

export function wishWords([first, second]: readonly ColourLetter[]): string {
  if (first === undefined) return "";
  if (second === undefined) return t("would like {first}", { first: colourName(first) });
  return t("would like {first}, or else {second}", { first: colourName(first), second: colourName(second) });
}

function colours(
  rank: 0 | 1,
  legend: string,
  offered: readonly ColourLetter[],
  chosen: ColourLetter | null,
  choose: Choose,
): TemplateResult {
  const option = (colour: ColourLetter | null, face: TemplateResult | string) =>
    html`<label class="choice"><input type="radio" name="wish-${rank}" value=${colour ?? ""} .checked=${colour === chosen} @change=${() => choose(rank, colour)}><span>${face}</span></label>`;
  return html`<fieldset class="wish-row">
    <legend>${legend}</legend>
    ${option(null, t("any"))}${offered.map((colour) => option(colour, html`${swatch(colour)}<span class="visually-hidden">${colourName(colour)}</span>`))}
  </fieldset>`;
}
