/**
 * A robot's suggestions for the position on the board: requested, updated as it thinks, shown as pictures and as tiles.
 */
import { html, nothing, type TemplateResult } from "lit";
import type { ChoiceView, JudgedView, LaidView, Suggested } from "../generated/protocol";
import { t, tn } from "../page/i18n";
import { robotName } from "../page/players/robot-names";
import { showsNumbers } from "../settings/preferences";
import { cellText } from "../tiles/hexes";
import type { HintTile } from "../tiles/hint-tiles";
import { type Placement, parsePlacement } from "../tiles/placement";
import { tileColours } from "../tiles/text";
import { gradeSign, percent, signed } from "./grades";
import { sceneOf, thumbnail } from "./thumbnail";

export interface Suggestions {
  /** The id of the latest request; null if there is none. */
  requestId: string | null;
  /** The latest answer to it. */
  latest: Suggested | null;
  /** Why there are no suggestions. */
  refusal: string | null;
}

export const NO_SUGGESTIONS: Suggestions = { requestId: null, latest: null, refusal: null };
const N_LISTED = 6;
const N_ON_BOARD = 3;

export function isThinking(suggestions: Suggestions): boolean {
  return suggestions.requestId !== null && suggestions.refusal === null && !suggestions.latest?.is_done;
}

/** Accept an answer, unless it is to an earlier request; the others follow the best by points. */
export function received(suggestions: Suggestions, latest: Suggested): Suggestions {
  if (suggestions.requestId !== latest.id) return suggestions;
  const [best, ...others] = latest.judged.slice(0, N_LISTED);
  const judged = best ? [best, ...others.sort((a, b) => b.margin - a.margin)] : [];
  return { ...suggestions, latest: { ...latest, judged } };
}

/** Return the tiles to show on the board: the best three, best first. */
export function hintsOf(suggestions: Suggestions): HintTile[] {
  const best = suggestions.latest?.judged.slice(0, N_ON_BOARD) ?? [];
  return best.flatMap((judged, n) => {
    const placement = parsePlacement(judged.placement);
    return placement
      ? [{ placement, label: String(n + 1), kind: n === 0 ? ("best" as const) : ("other" as const) }]
      : [];
  });
}

export interface SuggestionListener {
  toggle(): void;
  stop(): void;
  /** A placement in the list was chosen. */
  choose(placement: Placement): void;
  /** A continuation came under the pointer or got the focus; null when it lost it. */
  point(line: readonly string[] | null): void;
}

/** Render the switch, the robot's progress, and the suggestions as pictures; `laid` is what lies on the table. */
export function suggestionList(
  suggestions: Suggestions,
  isOn: boolean,
  played: string | null,
  laid: readonly LaidView[],
  listener: SuggestionListener,
): TemplateResult {
  return html`<section class="advice" aria-label=${t("Suggestions")}>
    <div class="advice-head">
      <button type="button" aria-pressed=${isOn ? "true" : "false"} @click=${() => listener.toggle()}>${t("Suggestions")}</button>
      ${isOn && isThinking(suggestions) ? html`<button type="button" @click=${() => listener.stop()}>${t("Stop")}</button>` : nothing}
      <p class="advice-note">${isOn ? note(suggestions) : t("See what a robot would play here.")}</p>
    </div>
    ${isOn && suggestions.latest ? list(suggestions.latest, played, laid, listener) : nothing}
  </section>`;
}

function note(suggestions: Suggestions): string {
  const { latest } = suggestions;
  if (suggestions.refusal) return suggestions.refusal;
  if (!latest) return suggestions.requestId === null ? "" : t("Thinking…");
  const robot = robotName(latest.robot);
  if (latest.is_exact) return t("{robot} has solved the rest of the game.", { robot });
  if (latest.n_placements === 1) return t("There is only one placement.");
  if (latest.n_playouts === 0) return t("{robot}, at first sight", { robot });
  const games = tn("{n} game played on", "{n} games played on", latest.n_playouts);
  return latest.is_done ? `${robot}: ${games}.` : `${robot}: ${games}…`;
}

function list(
  latest: Suggested,
  played: string | null,
  laid: readonly LaidView[],
  listener: SuggestionListener,
): TemplateResult {
  return html`<ol class="advice-list">${latest.judged
    .slice(0, N_LISTED)
    .map((judged, n) =>
      continuation(judged, String(n + 1), judged.placement === played ? t("played") : "", laid, listener),
    )}</ol>
  <p class="advice-hint">${t("In points: the expected margin at the end. In percent: the chance to win.")}</p>
  <p class="advice-hint">${t("Point at a picture, or tap it, to see what may follow.")}</p>`;
}

/** Render a placement as a picture that plays its continuation while it is pointed at; notation if numbers are on. */
export function continuation(
  judged: JudgedView,
  rank: string,
  word: string,
  laid: readonly LaidView[],
  listener: Pick<SuggestionListener, "choose" | "point">,
): TemplateResult | typeof nothing {
  const placement = parsePlacement(judged.placement);
  const line = judged.line.length > 0 ? judged.line : [judged.placement];
  const scene = sceneOf(line, laid);
  if (!placement || !scene) return nothing;
  const { tile, cell, rotation } = placement;
  const [where, margin, share] = [cellText(cell), signed(judged.margin), percent(judged.share)];
  const values = { tile, cell: where, colours: tileColours(tile, rotation), margin, share };
  const words = t("Tile {tile} at {cell}, {colours}: {margin} points, {share}", values);
  const point = () => listener.point(line);
  const leave = () => listener.point(null);
  return html`<li><button type="button" class="advice-row" aria-label=${words} @click=${() => listener.choose(placement)}
      @pointerenter=${point} @pointerleave=${leave} @focus=${point} @blur=${leave}>
    ${thumbnail(scene)}
    <span class="advice-figures"><span class="advice-rank">${rank}</span> <b class="advice-margin">${margin}</b>
      ${word ? html`<small>${word}</small>` : nothing}<span class="advice-share">${share}</span></span>
  </button>${showsNumbers() ? html`<p class="advice-line">${line.slice(0, 6).join(" ")}</p>` : nothing}</li>`;
}

/** Render the better place and the one that was played, each with what may follow; their margins differ by the loss. */
export function comparison(
  choice: ChoiceView,
  laid: readonly LaidView[],
  listener: Pick<SuggestionListener, "choose" | "point">,
): TemplateResult {
  return html`<ol class="advice-list">${continuation(choice.best, "✓", t("better"), laid, listener)}
    ${continuation(choice.played, gradeSign(choice.grade), t("played"), laid, listener)}</ol>`;
}

/** Return the tiles of a continuation to show on the board, numbered in their order. */
export function lineHints(line: readonly string[]): HintTile[] {
  return line.slice(0, N_LISTED).flatMap((text, n) => {
    const placement = parsePlacement(text);
    return placement
      ? [{ placement, label: String(n + 1), kind: n === 0 ? ("best" as const) : ("other" as const) }]
      : [];
  });
}
