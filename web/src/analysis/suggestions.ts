/** What a robot suggests for the position on the board: asked for, told as it thinks, shown as a list and as tiles. */
import { html, nothing, type TemplateResult } from "lit";
import type { Suggested } from "../generated/protocol";
import { t, tn } from "../page/i18n";
import { robotName } from "../page/robot-names";
import { tilePicture } from "../tiles/draw";
import type { HintTile } from "../tiles/hint-tiles";
import { type Placement, parsePlacement } from "../tiles/placement";
import { tileColours } from "../tiles/tile-text";
import { percent, signed } from "./grades";

export interface Advice {
  /** The name of what was asked last; null if nothing was. */
  asked: string | null;
  /** What was told of it so far. */
  told: Suggested | null;
  /** Why there is none. */
  refusal: string | null;
}

export const NO_ADVICE: Advice = { asked: null, told: null, refusal: null };
const N_LISTED = 6;
const N_ON_BOARD = 3;

export function isThinking(advice: Advice): boolean {
  return advice.asked !== null && advice.refusal === null && !advice.told?.is_done;
}

/** Take in what was told; of something else than was asked last it changes nothing. */
export function heard(advice: Advice, told: Suggested): Advice {
  return advice.asked === told.id ? { ...advice, told } : advice;
}

/** Return the tiles to be shown on the board: the best three, best first. */
export function hintsOf(advice: Advice): HintTile[] {
  const best = advice.told?.judged.slice(0, N_ON_BOARD) ?? [];
  return best.flatMap((judged, n) => {
    const placement = parsePlacement(judged.placement);
    return placement
      ? [{ placement, label: String(n + 1), kind: n === 0 ? ("best" as const) : ("other" as const) }]
      : [];
  });
}

export interface AdviceListener {
  toggle(): void;
  stop(): void;
  /** A placement of the list was chosen. */
  choose(placement: Placement): void;
}

/** Draw the switch, what the robot is at, and the list. */
export function adviceList(
  advice: Advice,
  isOn: boolean,
  played: string | null,
  listener: AdviceListener,
): TemplateResult {
  return html`<section class="advice" aria-label=${t("Suggestions")}>
    <div class="advice-head">
      <button type="button" aria-pressed=${isOn ? "true" : "false"} @click=${() => listener.toggle()}>${t("Suggestions")}</button>
      ${isOn && isThinking(advice) ? html`<button type="button" @click=${() => listener.stop()}>${t("Stop")}</button>` : nothing}
      <p class="advice-note">${isOn ? note(advice) : t("Let a robot say what it would lay here.")}</p>
    </div>
    ${isOn && advice.told ? list(advice.told, played, listener) : nothing}
  </section>`;
}

function note(advice: Advice): string {
  const { told } = advice;
  if (advice.refusal) return advice.refusal;
  if (!told) return advice.asked === null ? "" : t("Thinking…");
  const robot = robotName(told.robot);
  if (told.is_exact) return t("{robot} has solved the rest of the game.", { robot });
  if (told.n_placements === 1) return t("There is only one placement.");
  if (told.n_playouts === 0) return t("{robot}, at first sight", { robot });
  const games = tn("{n} game played on", "{n} games played on", told.n_playouts);
  return told.is_done ? `${robot}: ${games}.` : `${robot}: ${games}…`;
}

function list(told: Suggested, played: string | null, listener: AdviceListener): TemplateResult {
  return html`<ol class="advice-list">${told.judged.slice(0, N_LISTED).map((judged) => {
    const placement = parsePlacement(judged.placement);
    if (!placement) return nothing;
    const { tile, cell, rotation } = placement;
    const [where, margin, share] = [`${cell.q},${cell.r}`, signed(judged.margin), percent(judged.share)];
    const values = { tile, cell: where, colours: tileColours(tile, rotation), margin, share };
    const words = t("Tile {tile} at {cell}, {colours}: {margin} points, {share}", values);
    return html`<li><button type="button" class="advice-row" aria-label=${words} @click=${() => listener.choose(placement)}>
      ${tilePicture(tile, rotation)}
      <span class="advice-where">${where}${judged.placement === played ? html` <small>${t("played")}</small>` : nothing}</span>
      <b class="advice-margin">${margin}</b><span class="advice-share">${share}</span>
    </button>${judged.line.length > 1 ? html`<p class="advice-line">${judged.line.slice(1, 6).join(" ")}</p>` : nothing}</li>`;
  })}</ol>`;
}
