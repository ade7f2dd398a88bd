/** The coach of a first game: a tip on the board at the first forced space, grey cell, draw, and at the endgame. */
import { html, type TemplateResult } from "lit";
import { t } from "../page/i18n";
import { preferencesUnder, savePreference } from "../page/preferences/store";
import { isAlone } from "../table/actions";
import type { BoardBubble } from "../table/board";
import { canPlay, isOver, isReviewing, type TableState } from "../table/state";
import type { Cell } from "../tiles/hexes";

export type TipName = "forced" | "grey" | "draw" | "endgame";

const TIPS: readonly TipName[] = ["forced", "grey", "draw", "endgame"];
const PREFIX = "tip/";

/** A tip and the cell that it is about. */
export interface Tip {
  name: TipName;
  cell: Cell;
}

/** Which tips were read, stored as preferences `tip/…`. */
export class Coach {
  #read: readonly string[] = Object.keys(preferencesUnder(PREFIX));

  /** Return the unread tip for a position; null if there is nothing new to explain. */
  tip(state: TableState): Tip | null {
    if (!isAlone(state) || isOver(state) || isReviewing(state) || state.draft || !canPlay(state)) return null;
    for (const name of TIPS) {
      const cell = this.#read.includes(name) ? null : cellOf(name, state);
      if (cell) return { name, cell };
    }
    return null;
  }

  get nRead(): number {
    return this.#read.length;
  }

  read(name: TipName): void {
    this.#read = [...new Set([...this.#read, name])];
    savePreference(PREFIX + name, "read");
  }

  readAll(): void {
    for (const name of TIPS) this.read(name);
  }
}

/** Return the cell that a tip is about in a position; null if the position does not show it. */
export function cellOf(name: TipName, { position, laid, game }: TableState): Cell | null {
  switch (name) {
    case "forced":
      return position.phase === "free" || position.forced_tiles.length === 0 ? null : forcedSpace(position);
    case "grey":
      return position.spaces.find((space) => space.is_controlled) ?? null;
    case "draw":
      return laid.findLast(({ seat, draw }) => draw !== null && seat !== null && game.seats[seat]?.is_mine) ?? null;
    case "endgame":
      return position.in_endgame ? (laid.at(-1) ?? null) : null;
  }
}

function forcedSpace({ spaces, to_play, placements }: TableState["position"]): Cell | null {
  const isFillable = (q: number, r: number) => placements.some((text) => text.includes(`@${q},${r}^`));
  return (
    spaces.find(({ is_forced, holders, q, r }) => is_forced && holders.includes(to_play) && isFillable(q, r)) ?? null
  );
}

/** Render a tip as a bubble at its cell. */
export function tipBubble(tip: Tip, nRead: number, gotIt: () => void, noMore: () => void): BoardBubble {
  const [title, words] = tipWords(tip.name);
  return { cell: tip.cell, content: tipContent(title, words, nRead, gotIt, noMore) };
}

function tipContent(
  title: string,
  words: string,
  nRead: number,
  gotIt: () => void,
  noMore: () => void,
): TemplateResult {
  return html`<div class="tip" role="status"><h3>${title}</h3><p>${words}</p></div>
    <p class="tip-buttons"><button type="button" class="got-it" @click=${gotIt}>${t("Got it")}</button>
      <span class="quiet">${t("Tip {n} of {all}", { n: Math.min(nRead + 1, TIPS.length), all: TIPS.length })}</span>
      <button type="button" class="quiet-button" @click=${noMore}>${t("No more tips")}</button></p>`;
}

/** Return the title and text of a tip. */
export function tipWords(name: TipName): [string, string] {
  return {
    forced: [
      t("Fill the forced space first"),
      t("Tiles touch three of its sides. The tiles with an arrow fit: drag one here."),
    ] as [string, string],
    grey: [
      t("Grey cells are closed for now"),
      t("They are in the row of a forced space, which has a dot. They open when it is filled, or in the endgame."),
    ] as [string, string],
    draw: [
      t("You drew a new tile"),
      t(
        "After each tile you draw one, until the pile is empty. All hands are open: plan with your opponent's tiles too.",
      ),
    ] as [string, string],
    endgame: [
      t("The pile is empty: endgame"),
      t("No more restrictions: grey cells are open. Forced spaces still come first."),
    ] as [string, string],
  }[name];
}
