/** What the person does with tiles, by mouse, finger or word: take up, hold, turn, set, confirm, take back. */
import { followDrag } from "./drag";
import type { GamePage } from "./game-page";
import { type Cell, isSameCell } from "./hexes";
import { t } from "./i18n";
import { legalRotations } from "./legal";
import { type Placement, printPlacement } from "./placement";
import { mustConfirm } from "./settings";
import { messageId } from "./socket";
import * as table from "./state";
import { hintFor } from "./words";

export class TurnInput {
  constructor(private readonly page: GamePage) {}

  /** Take up a tile; the one already up is turned. */
  tapRack(tile: number): void {
    if (this.page.table.draft?.tile === tile) this.turn(1);
    else this.page.act(table.choose(this.page.table, tile));
  }

  hover(cell: Cell | null): void {
    const { page } = this;
    if (cell === page.pointed || isSameCell(cell, page.pointed)) return;
    this.pointAt(cell);
  }

  pointAt(cell: Cell | null): void {
    this.page.pointed = cell;
    this.page.act(table.hold(this.page.table, cell, false));
  }

  /** A tap on a cell sets the tile there; without confirming it counts if the person has seen how it will lie. */
  tap(cell: Cell, pointerType: string): void {
    const { page } = this;
    const { draft, position } = page.table;
    page.pointed = cell;
    if (!draft || !table.canPlay(page.table)) return;
    const rotations = legalRotations(position, draft.tile, cell);
    if (rotations.length === 0) {
      this.#refuse(cell);
      return;
    }
    const wasSeen = pointerType === "mouse" || rotations.length === 1;
    page.act(table.hold(page.table, cell, true));
    if (!mustConfirm(page.settings) && wasSeen) this.confirm();
  }

  turn(step: 1 | -1): void {
    this.page.act(table.rotate(this.page.table, step));
  }

  cancel(): void {
    const { page } = this;
    page.closeMenu();
    if (page.table.pending) return;
    if (page.table.draft?.isSet) page.act(table.lift(page.table));
    else page.act(table.putDown(page.table));
  }

  confirm(): void {
    const placement = table.draftedPlacement(this.page.table);
    if (placement) this.place(placement);
  }

  place(placement: Placement): void {
    const { page } = this;
    if (!table.canPlay(page.table)) return;
    const place = {
      type: "place" as const,
      id: messageId(),
      ply: page.table.position.ply,
      placement: printPlacement(placement),
    };
    const draft = { ...placement, isSet: true };
    page.act(table.sent({ ...page.table, draft }, place));
    if (!page.send(place)) page.notice = t("No connection. The tile will be laid as soon as it is back.");
  }

  grab(tile: number, event: PointerEvent): void {
    const { page } = this;
    if (event.button !== 0) return;
    followDrag(tile, event, {
      begin: () => page.table.draft?.tile === tile || page.act(table.choose(page.table, tile)),
      over: (cell) => {
        page.pointed = cell;
        const { draft } = page.table;
        if (draft?.isSet) page.act({ ...page.table, draft: { ...draft, isSet: false } });
        page.act(table.hold(page.table, cell, false));
      },
      turn: (step) => this.turn(step),
      drop: () => this.#drop(),
      snap: (x, y) => page.board().snapCell(x, y, tile),
    });
  }

  #refuse(cell: Cell): void {
    const { page } = this;
    const hint = hintFor(page.table, cell);
    if (hint) page.say(hint);
    if (page.table.draft?.isSet) page.act(table.lift(page.table));
  }

  #drop(): void {
    const { page } = this;
    const cell = page.table.draft?.cell;
    if (!cell) return;
    page.act(table.hold(page.table, cell, true));
    if (!mustConfirm(page.settings)) this.confirm();
  }
}
