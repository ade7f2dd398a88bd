/** Replay of a game: the positions of earlier plies, each fetched once, and the bar to step through them. */
import { html, nothing, type TemplateResult } from "lit";
import type { PositionView } from "../generated/protocol";
import { t } from "../page/i18n";
import { icon } from "../page/icons";
import { mayAnalyse } from "./actions";
import { type Step, steppedPly } from "./ply-steps";
import { isOver, type TableState } from "./state";

/** Return the ply in the query of a page's address; null if there is none or the game has no such ply. */
export function askedPly(search: string, nPlies: number): number | null {
  const text = new URLSearchParams(search).get("ply");
  if (text === null || !/^\d{1,2}$/.test(text)) return null;
  return Number(text) <= nPlies ? Number(text) : null;
}

/** Fetches positions and caches them; they change only when tiles are taken back. */
export class Positions {
  #known = new Map<number, PositionView>();
  #nTakenBack = 0;

  constructor(private readonly id: string) {}

  known(ply: number): PositionView | null {
    return this.#known.get(ply) ?? null;
  }

  keep(position: PositionView): void {
    this.#known.set(position.ply, position);
  }

  async fetch(ply: number): Promise<PositionView> {
    const known = this.#known.get(ply);
    if (known) return known;
    const nTakenBack = this.#nTakenBack;
    const answer = await fetch(`/api/games/${encodeURIComponent(this.id)}/positions/${ply}`);
    if (!answer.ok) throw new Error(`expected the position of ply ${ply}, got status ${answer.status}`);
    const position = (await answer.json()) as PositionView;
    if (nTakenBack === this.#nTakenBack) this.keep(position);
    return position;
  }

  /** Drop the positions after a ply, because tiles were taken back. */
  forgetAfter(ply: number): void {
    this.#nTakenBack += 1;
    for (const one of this.#known.keys()) if (one > ply) this.#known.delete(one);
  }
}

export interface ReplayListener {
  show(ply: number): void;
  leave(): void;
  copyLink(): void;
  toggleAnalysis(): void;
}

/** Render the bar: buttons, slider, link, and back to the game. */
export function replayBar(
  state: TableState,
  isOpen: boolean,
  listener: ReplayListener,
  isAnalysisOpen: boolean,
): TemplateResult {
  const nPlies = state.laid.length;
  const ply = state.reviewPly ?? nPlies;
  const button = (
    step: Step,
    label: string,
    keys: string,
  ) => html`<button type="button" class="round" aria-label=${label}
      title=${`${label} (${keys})`} aria-disabled=${steppedPly(step, ply, nPlies) === ply ? "true" : "false"}
      @click=${() => listener.show(steppedPly(step, ply, nPlies))}>${icon(step)}</button>`;
  return html`<div class="replay" role="group" aria-label=${t("Replay")} ?hidden=${!isOpen}>
    ${button("first", t("First position"), "Home")} ${button("previous", t("Back one tile"), "[")}
    <input type="range" min="0" max=${nPlies} .value=${String(ply)} aria-label=${t("Tiles placed")}
      aria-valuetext=${t("{ply} of {n}", { ply, n: nPlies })}
      @input=${(event: Event) => listener.show(Number((event.target as HTMLInputElement).value))}>
    ${button("next", t("Forward one tile"), "]")} ${button("last", t("Last position"), "End")}
    <output class="ply-note">${ply}/${nPlies}</output>
    <button type="button" class="round" aria-label=${t("Copy a link to this position")} title=${t("Copy a link to this position")}
      @click=${() => listener.copyLink()}>${icon("link")}</button>
    ${
      mayAnalyse(state)
        ? html`<button type="button" class="round analysis-button" aria-label=${t("Analysis")} title=${t("Analysis")}
            aria-expanded=${isAnalysisOpen ? "true" : "false"} @click=${() => listener.toggleAnalysis()}>${icon("curve")}</button>`
        : nothing
    }
    <button type="button" class="text-button" @click=${() => listener.leave()}>${isOver(state) ? t("Close") : t("Back to the game")}</button>
  </div>`;
}
