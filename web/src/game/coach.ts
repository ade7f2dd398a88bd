/** The coach of a first game: a tip before the first tile, and at the first forced space, grey cell, draw, and endgame. */
import { html, type TemplateResult } from "lit";
import { t, tn } from "../page/i18n";
import { preferencesUnder, savePreference } from "../page/preferences/store";
import { READ, TIP_PREFIX } from "../settings/tips";
import { isAlone } from "../table/actions";
import { turningSentence } from "../table/sentences";
import { canPlay, isOver, isReviewing, type TableState } from "../table/state";
import type { Cell } from "../tiles/hexes";

export type TipName = "start" | "forced" | "grey" | "draw" | "endgame";

const TIPS: readonly TipName[] = ["start", "forced", "grey", "draw", "endgame"];

/** A tip, and what it rings: a cell of the board, or a tile of the rack. */
export interface Tip {
  name: TipName;
  cell: Cell | null;
  tile: number | null;
}

/** Which tips were read, stored as preferences `tip/…`: by a press, or by a tile laid while one was shown. */
export class Coach {
  /** The tip that was shown last, and how many tiles the player had laid then. */
  #shown: { name: TipName; nLaid: number } | null = null;

  /** Return the unread tip for a position; null if there is nothing new to explain, and in games that count. */
  tip(state: TableState): Tip | null {
    if (!isAlone(state) || state.game.is_rated || state.game.tournament) return null;
    const nLaid = nOwn(state);
    if (this.#shown && nLaid > this.#shown.nLaid) this.read(this.#shown.name);
    if (isOver(state) || isReviewing(state) || state.draft || !canPlay(state)) return null;
    const read = this.#read;
    for (const name of TIPS) {
      const tip = read.includes(name) ? null : tipFor(name, state);
      if (!tip) continue;
      this.#shown = { name, nLaid };
      return tip;
    }
    return null;
  }

  /** Return which tip is shown, counted by those read before it, of all that there are. */
  get count(): [n: number, all: number] {
    return [this.#read.length + 1, TIPS.length];
  }

  /** Whether the last tip was read: until then the goal stands in place of the free colours. */
  get isDone(): boolean {
    return this.#read.includes("endgame");
  }

  read(name: TipName): void {
    savePreference(TIP_PREFIX + name, READ);
  }

  readAll(): void {
    for (const name of TIPS) this.read(name);
  }

  /** Read anew each time, because the settings bring the tips back. */
  get #read(): readonly TipName[] {
    const stored = preferencesUnder(TIP_PREFIX);
    return TIPS.filter((name) => stored[name] === READ);
  }
}

/** Return a tip for a position; null if the position does not show what it explains. */
export function tipFor(name: TipName, state: TableState): Tip | null {
  const { position, laid, game } = state;
  const at = (cell: Cell | null | undefined) => (cell ? { name, cell, tile: null } : null);
  const isMine = (seat: number | null) => seat !== null && game.seats[seat]?.is_mine;
  switch (name) {
    case "start":
      return nOwn(state) > 0 ? null : { name, cell: null, tile: null };
    case "forced":
      return position.phase === "free" || position.forced_tiles.length === 0 ? null : at(forcedSpace(position));
    case "grey":
      return at(position.spaces.find((space) => space.is_controlled));
    case "draw": {
      const tile = laid.findLast(({ seat, draw }) => draw !== null && isMine(seat))?.draw ?? null;
      return tile === null || !position.hands[position.to_play]?.includes(tile) ? null : { name, cell: null, tile };
    }
    case "endgame":
      return position.in_endgame ? at(laid.at(-1)) : null;
  }
}

/** Return how many tiles the player has laid. */
function nOwn({ laid, game }: TableState): number {
  return laid.filter(({ seat }) => seat !== null && game.seats[seat]?.is_mine).length;
}

function forcedSpace({ spaces, to_play, placements }: TableState["position"]): Cell | null {
  const isFillable = (q: number, r: number) => placements.some((text) => text.includes(`@${q},${r}^`));
  return (
    spaces.find(({ is_forced, holders, q, r }) => is_forced && holders.includes(to_play) && isFillable(q, r)) ?? null
  );
}

/** Render a tip beside the board, with its beak at the board or at the rack. */
export function tipBubble(
  tip: Tip,
  state: TableState,
  [n, all]: [number, number],
  gotIt: () => void,
  noMore: () => void,
): TemplateResult {
  const [title, words] = tipWords(tip.name, state.position.forced_tiles.length);
  return html`<div class="bubble tip-bubble ${tip.cell ? "of-board" : "of-rack"}">
    <div class="tip" role="status"><h3>${title}</h3><p>${words}</p></div>
    <p class="tip-buttons"><button type="button" class="got-it" @click=${gotIt}>${t("Got it")}</button>
      <span class="quiet">${n}/${all}</span>
      <button type="button" class="quiet-button" @click=${noMore}>${t("No more tips")}</button></p></div>`;
}

/** Return the title and text of a tip. */
export function tipWords(name: TipName, nForced: number): [string, string] {
  switch (name) {
    case "start":
      return [
        t("Start here"),
        `${t("Drag a tile to an outlined space, or press both. Touching lines must match.")} ${turningSentence()}`,
      ];
    case "forced":
      return [
        t("Fill the forced space first"),
        `${t("A space with tiles on three sides is forced.")} ${tn("The tile with an arrow fits.", "The tiles with an arrow fit.", nForced)}`,
      ];
    case "grey":
      return [
        t("Grey cells are closed for now"),
        t("They are in the row of a forced space, which has a dot. They open when it is filled, or in the endgame."),
      ];
    case "draw":
      return [
        t("You drew a new tile"),
        t(
          "After each tile you draw one, until the pile is empty. All hands are open: plan with your opponent's tiles too.",
        ),
      ];
    case "endgame":
      return [
        t("The pile is empty: endgame"),
        t("No more restrictions: grey cells are open. Forced spaces still come first."),
      ];
  }
}
