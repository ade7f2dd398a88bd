/** The form of a challenge: its fields become a request to the server and are stored for the next time. */
import { html, nothing, type TemplateResult } from "lit";
import type { ColourLetter, NewChallenge, NewGame, SeatChoice } from "../generated/protocol";
import { t } from "../page/i18n";
import { loadPreference, savePreference } from "../page/preferences/store";
import { type Segment, segments } from "../settings/segments";
import { colourChoices, preferencesOf, SEAT_COLOURS } from "./colour-preferences";

const NAME = "last/challenge";
/** Partners share a colour and sit opposite. */
const PAIRS: readonly ColourLetter[] = ["R", "B", "R", "B"];

export type Fields = Record<string, string>;

/** Convert the form's fields into a challenge; missing fields get their defaults. */
export function readChallenge(fields: Fields, name: string): NewChallenge {
  const teams = !fields.to && fields.seats === "doubles";
  const colours = teams ? PAIRS : SEAT_COLOURS.slice(0, fields.to ? 2 : Number(fields.seats ?? "2"));
  const preferences = teams ? [] : preferencesOf([fields.colour, fields.second_colour]);
  const mine: SeatChoice = { colour: "R", kind: "person", name, robot: null, colour_preferences: preferences };
  const others = colours
    .slice(1)
    .map((colour): SeatChoice => ({ colour, kind: "open", name: "", robot: null, colour_preferences: [] }));
  const game: NewGame = {
    seats: [mine, ...others],
    tile_set: fields.tile_set === "64" ? 64 : 56,
    start: (fields.start ?? "draw-keep") as NewGame["start"],
    forced_sides: (fields.forced_sides ?? "three-or-more") as NewGame["forced_sides"],
    deadlock: (fields.deadlock ?? "draw") as NewGame["deadlock"],
    teams,
    control: fields.control || null,
    listing: "open",
    rated: fields.rated === "yes",
  };
  return { game, low: points(fields.low, fields.to), high: points(fields.high, fields.to), to: fields.to || null };
}

/** Read a form, and store the choices for the next time. */
export function fieldsOf(form: HTMLFormElement): Fields {
  const fields = Object.fromEntries([...new FormData(form)].map(([key, value]) => [key, String(value).trim()]));
  savePreference(NAME, JSON.stringify({ ...fields, to: "" }));
  return fields;
}

/** Return the choices of the last time. */
export function savedFields(): Fields {
  return JSON.parse(loadPreference(NAME) ?? "{}") as Fields;
}

export function seatCounts(chosen: string): TemplateResult {
  const choices: Segment[] = [
    ["2", t("Two")],
    ["3", t("Three")],
    ["4", t("Four")],
    ["doubles", t("Doubles")],
  ];
  return segments("seats", t("Players"), choices, chosen);
}

/** Render the choice of a colour: hexagons in a row, the first of them any colour. */
export function colourField(name: "colour" | "second_colour", label: string, before: Fields): TemplateResult {
  return segments(name, label, colourChoices(), before[name] ?? "", undefined, "segmented hexes");
}

/** Render the choice of stakes: what was chosen last, at first the same as in quick pairing. */
export function stakes(before: Fields, isRated: boolean): TemplateResult {
  const choices: Segment[] = [
    ["yes", t("Rated")],
    ["no", t("Casual")],
  ];
  return segments("rated", t("Rated or casual"), choices, before.rated ?? (isRated ? "yes" : "no"));
}

/** Render what few change: in a challenge a second colour, and whom it is for; the rules. */
export function moreFields(before: Fields, opponent: string, hasAccount: boolean): TemplateResult {
  const field = (name: string, label: string) =>
    html`<label class="lobby-field"><span>${label}</span><input name=${name} type="number" inputmode="numeric" min="0" max="4000" step="50" value=${before[name] ?? ""} placeholder=${t("any")}></label>`;
  const range = html`<div class="live-fields">${field("low", t("Rating from"))}${field("high", t("Rating up to"))}</div>`;
  const isForFriend = opponent === "friend";
  return html`<details class="more-rules">
    <summary>${isForFriend ? t("Rules of this game") : t("More options")}</summary>
    ${isForFriend ? nothing : colourField("second_colour", t("Second choice"), before)}
    ${opponent === "anyone" && hasAccount ? range : nothing}
    ${segments(
      "tile_set",
      t("Tiles"),
      [
        ["56", t("56, as sold today")],
        ["64", t("64, with the eight triple straights")],
      ],
      before.tile_set ?? "56",
    )}
    ${segments(
      "start",
      t("Who starts"),
      [
        ["draw-keep", t("draw for it; tiles are kept")],
        ["draw-return", t("draw for it; tiles go back")],
        ["highest-in-hand", t("highest tile in hand")],
        ["random-opening", t("random first tile, random player")],
      ],
      before.start ?? "draw-keep",
    )}
    ${segments(
      "forced_sides",
      t("A space is forced when it has"),
      [
        ["three-or-more", t("three sides or more")],
        ["exactly-three", t("exactly three sides")],
      ],
      before.forced_sides ?? "three-or-more",
    )}
    ${segments(
      "deadlock",
      t("A player has no legal free placement"),
      [
        ["draw", t("the game is a draw")],
        ["pass", t("the turn passes")],
      ],
      before.deadlock ?? "draw",
    )}
  </details>`;
}

function points(text: string | undefined, to: string | undefined): number | null {
  return text && !to ? Math.round(Number(text)) : null;
}
