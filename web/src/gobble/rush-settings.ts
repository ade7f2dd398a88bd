/** The settings of a rush as a host changes them; each change is sent at once. */
import { html, nothing, type TemplateResult } from "lit";
import type { RushSettings } from "../generated/protocol";
import { t } from "../page/i18n";
import { segments } from "../settings/segments";

const LENGTHS = [6, 12, 18];

type RoomSettingsChange = (settings: RushSettings) => void;

/** Render the settings of a rush; each change is sent at once. */
export function roomSettingsForm(settings: RushSettings, mayRate: boolean, change: RoomSettingsChange): TemplateResult {
  return html`<div class="rush-settings">
    ${row(
      "penalty",
      t("Tiles that were put aside"),
      [
        ["forced-only", t("fill forced spaces only (older booklet)"), settings.penalty === "forced-only"],
        ["anywhere", t("may go anywhere (newer booklet)"), settings.penalty === "anywhere"],
      ],
      (value) => change({ ...settings, penalty: value as RushSettings["penalty"] }),
    )}
    ${row(
      "double",
      t("A space of four sides"),
      [
        ["", t("is a normal Gobble"), !settings.double_gobble],
        ["double", t("is a double Gobble: two tiles to give"), settings.double_gobble],
      ],
      (value) => change({ ...settings, double_gobble: value === "double" }),
    )}
    ${row(
      "tempo",
      t("Tempo"),
      [
        ["", t("quick: 5 seconds to choose"), settings.choose_s <= 5 && settings.pace >= 100],
        [
          "slow",
          settings.rated ? t("slow: 15 seconds to choose") : t("slow: 15 seconds, slower robots"),
          settings.choose_s > 5 || settings.pace < 100,
        ],
      ],
      (value) =>
        change({
          ...settings,
          ...(value === "slow" ? { choose_s: 15, pace: settings.rated ? 100 : 50 } : { choose_s: 5, pace: 100 }),
        }),
    )}
    ${mayRate || settings.rated ? ratedRow(settings, change) : nothing}
  </div>`;
}

/** Render the rated switch; a rated rush has an equal deal, and robots at their usual pace. */
function ratedRow(settings: RushSettings, change: RoomSettingsChange): TemplateResult {
  return row(
    "rated",
    t("Results"),
    [
      ["", t("are unrated"), !settings.rated],
      ["rated", t("count for everyone's rating"), settings.rated],
    ],
    (value) =>
      change(
        value === "rated" ? { ...settings, rated: true, handicaps: [], pace: 100 } : { ...settings, rated: false },
      ),
  );
}

type LengthOption = readonly [value: string, label: string, isChosen: boolean];

function row(
  name: string,
  label: string,
  choices: readonly LengthOption[],
  change: (value: string) => void,
): TemplateResult {
  const chosen = choices.find(([, , isChosen]) => isChosen)?.[0] ?? "";
  return segments(
    name,
    label,
    choices.map(([value, text]) => [value, text]),
    chosen,
    change,
  );
}

/** Render the choice of lengths: short, longer, or all tiles. */
export function tilesEach(settings: RushSettings, nPlayers: number, change: RoomSettingsChange): TemplateResult {
  const { share } = settings;
  const all = Math.floor(54 / Math.max(1, nPlayers));
  const some = LENGTHS.filter((n) => n < all);
  const listed = share !== null && share < all && !some.includes(share) ? [...some, share].sort((a, b) => a - b) : some;
  const choice = (n: number | null) => {
    const isChosen = n === null ? share === null || share >= all : n === share;
    return html`<label class="choice"><input type="radio" name="share" value=${n ?? "all"} .checked=${isChosen} @change=${() => change({ ...settings, share: n })}><span>${n ?? t("all")}</span></label>`;
  };
  return html`<fieldset class="tiles-each"><legend class="label">${t("Tiles each")}</legend>
    <div class="segments">${[...listed, null].map(choice)}</div></fieldset>`;
}
