/**
 * The player's actions with tiles, by mouse, touch or command: select, hold, turn, set, confirm or queue, take back.
 */
import { t } from "../page/i18n";
import { messageId } from "../page/socket";
import { mustConfirm } from "../settings/preferences";
import { followDrag } from "../tiles/drag";
import { type Cell, isSameCell } from "../tiles/hexes";
import { type Placement, printPlacement } from "../tiles/placement";
import type { TablePage } from "./page";
import { queue, unqueue } from "./queued-placement";
import { refusedAt } from "./refusal";
import { queuedSentence } from "./sentences";
import * as table from "./state";

/** The buttons for the selected tile, in the dock and on the board. */
const BUTTONS = ".draft-buttons, .at-tile";

export class TurnInput {
  constructor(private readonly page: TablePage) {}

  /** Select a tile; if it is selected already, turn it. */
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

  /** Handle a tap on a cell: set the tile there or, if no confirmation is needed and the preview was seen, lay it. */
  tap(cell: Cell, pointerType: string): void {
    const { page } = this;
    const { draft, queued } = page.table;
    page.pointed = cell;
    if (!draft && isSameCell(queued?.cell ?? null, cell)) this.takeOff();
    if (!draft || !table.canAim(page.table)) return;
    const rotations = table.aimRotations(page.table, draft.tile, cell);
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
    page.parkFocus(BUTTONS);
    if (page.table.pending) return;
    if (page.table.draft?.isSet) page.act(table.lift(page.table));
    else if (page.table.draft) page.act(table.putDown(page.table));
    else this.takeOff();
  }

  /** Remove the queued tile. */
  takeOff(): void {
    const { page } = this;
    if (!page.table.queued) return;
    page.parkFocus(BUTTONS);
    page.act(unqueue(page.table));
    page.showNotice(t("The move is no longer queued."));
  }

  confirm(): void {
    this.page.parkFocus(BUTTONS);
    const placement = table.draftedPlacement(this.page.table);
    if (placement) this.place(placement);
  }

  /** Lay a tile, or queue it during another player's turn. */
  place(placement: Placement): void {
    const { page } = this;
    if (table.canPlay(page.table)) {
      this.send(placement);
    } else if (table.canQueue(page.table)) {
      page.act(queue(page.table, placement));
      if (page.table.queued) page.announce(queuedSentence(page.table.queued));
    }
  }

  /** Send a placement to the server, even while another position is under review. */
  send(placement: Placement): void {
    const { page } = this;
    const place = {
      type: "place" as const,
      id: messageId(),
      ply: page.table.position.ply,
      placement: printPlacement(placement),
    };
    const draft = table.isReviewing(page.table) ? null : { ...placement, isSet: true };
    page.act(table.withSentPlacement({ ...page.table, draft }, place));
    if (!page.send(place)) page.message = t("No connection. The tile will be placed as soon as it is back.");
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
        return page.table.draft?.rotation ?? 0;
      },
      turn: (step) => this.turn(step),
      drop: (x, y) => this.#drop(page.board().cellUnder(x, y)),
      cancel: () => page.act(table.putDown(page.table)),
      aim: (x, y) => page.board().aim(x, y, tile),
      tileWidth: () => page.board().tileWidth(),
    });
  }

  /** Let the board say why the tile may not be laid here. */
  #refuse(cell: Cell): void {
    const { page } = this;
    if (page.table.draft?.isSet) page.act(table.lift(page.table));
    const refused = refusedAt(page.table, cell);
    if (refused) page.refuse(refused);
  }

  #drop(under: Cell | null): void {
    const { page } = this;
    const cell = page.table.draft?.cell;
    if (!cell) {
      if (under) this.#refuse(under);
      return;
    }
    page.act(table.hold(page.table, cell, true));
    if (!mustConfirm(page.settings)) this.confirm();
  }
}
