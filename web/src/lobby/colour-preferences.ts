/** The preferred colours of a guest, best first, stored in this browser; and the form for them beside the challenges. */
import { html, nothing, type TemplateResult } from "lit";
import type { ColourLetter } from "../generated/protocol";
import { t } from "../page/i18n";
import { icon } from "../page/icons";
import { swatch } from "../page/players/swatch";
import { loadJson, saveJson } from "../page/storage";
import type { Segment } from "../settings/segments";
import { colourName } from "../tiles/text";

const KEY = "tantrix.colour_preferences";
/** In the order of the seats of a new game. */
export const SEAT_COLOURS: readonly ColourLetter[] = ["R", "B", "Y", "G"];

export function rememberedPreferences(): ColourLetter[] {
  return preferencesOf(loadJson<unknown[]>(KEY, []));
}

export function rememberPreferences(preferences: readonly ColourLetter[]): void {
  saveJson(KEY, preferences);
}

/** Clean up preferences: at most two different colours; anything else is skipped. */
export function preferencesOf(chosen: readonly unknown[]): ColourLetter[] {
  const letters = chosen.flatMap((one) => SEAT_COLOURS.filter((letter) => letter === one));
  return [...new Set(letters)].slice(0, 2);
}

/** Return the preferences after a new choice for the first or second; null means any colour. */
export function withPreference(
  preferences: readonly ColourLetter[],
  rank: 0 | 1,
  chosen: ColourLetter | null,
): ColourLetter[] {
  if (rank === 0) return chosen === null ? [] : preferencesOf([chosen, preferences[1]]);
  return preferencesOf([preferences[0], chosen]);
}

export type Choose = (rank: 0 | 1, chosen: ColourLetter | null) => void;

export function preferenceForm(preferences: readonly ColourLetter[], choose: Choose): TemplateResult {
  const [first = null, second = null] = preferences;
  return html`<div class="colour-preferences">
    ${colours(0, t("First choice"), SEAT_COLOURS, first, choose)}
    ${
      first === null
        ? nothing
        : colours(
            1,
            t("Second choice"),
            SEAT_COLOURS.filter((colour) => colour !== first),
            second,
            choose,
          )
    }
  </div>`;
}

/** Render the preferences on the button that sends them. */
export function preferenceMarks(preferences: readonly ColourLetter[]): TemplateResult | typeof nothing {
  return preferences.length === 0
    ? nothing
    : html`<span class="preference-marks">${preferences.map((colour) => swatch(colour))}</span>`;
}

export function preferenceText([first, second]: readonly ColourLetter[]): string {
  if (first === undefined) return "";
  if (second === undefined) return t("wants {first}", { first: colourName(first) });
  return t("wants {first}, then {second}", { first: colourName(first), second: colourName(second) });
}

function colours(
  rank: 0 | 1,
  legend: string,
  offered: readonly ColourLetter[],
  chosen: ColourLetter | null,
  choose: Choose,
): TemplateResult {
  const option = (colour: ColourLetter | null, face: TemplateResult | string) =>
    html`<label class="choice"><input type="radio" name="preference-${rank}" value=${colour ?? ""} .checked=${colour === chosen} @change=${() => choose(rank, colour)}><span>${face}</span></label>`;
  return html`<fieldset class="preference-row">
    <legend>${legend}</legend>
    ${option(null, t("any"))}${offered.map((colour) => option(colour, colourFace(colour)))}
  </fieldset>`;
}

/** Return any colour and the four, as choices of a field. */
export function colourChoices(): Segment[] {
  const any = html`${icon("shuffle")}<span class="visually-hidden">${t("any")}</span>`;
  return [["", any], ...SEAT_COLOURS.map((colour): Segment => [colour, colourFace(colour)])];
}

function colourFace(colour: ColourLetter): TemplateResult {
  return html`${swatch(colour)}<span class="visually-hidden">${colourName(colour)}</span>`;
}
