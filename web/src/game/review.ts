/** Review of earlier plies on the page of a game: their positions, their addresses, and the way back. */
import type { PositionView } from "../generated/protocol";
import { copyText } from "../page/clipboard";
import { t } from "../page/i18n";
import { showToast } from "../page/toast";
import type { TablePage } from "../table/page";
import { type Step, steppedPly } from "../table/ply-steps";
import { askedPly, Positions } from "../table/replay";
import * as table from "../table/state";

export class GameReview {
  #positions: Positions;

  constructor(
    private readonly page: TablePage,
    id: string,
  ) {
    this.#positions = new Positions(id);
  }

  /** Show the ply in the page's address. */
  open(): void {
    const ply = askedPly(location.search, this.page.table.laid.length);
    if (ply !== null) void this.show(ply);
  }

  /** Tiles were taken back: the positions after this ply will change. */
  takenBack(ply: number): void {
    this.#positions.forgetAfter(ply);
    if (this.page.table.reviewPly === ply) this.#address(ply);
  }

  step(to: Step): void {
    const n = this.page.table.laid.length;
    void this.show(steppedPly(to, this.page.table.reviewPly ?? n, n));
  }

  async show(ply: number): Promise<void> {
    const { page } = this;
    page.isReplayOpen = true;
    page.pointed = null;
    page.table = table.review(page.table, ply, this.#positions.known(ply));
    this.#address(ply);
    try {
      const position = await this.#positions.fetch(ply);
      if (page.table.reviewPly === ply) page.table = table.review(page.table, ply, position);
    } catch {
      page.showError(t("This position could not be fetched."));
    }
  }

  /** Return the position at a ply. */
  positionAt(ply: number): Promise<PositionView> {
    return this.#positions.fetch(ply);
  }

  leave(): void {
    this.page.isReplayOpen = false;
    this.page.table = table.review(this.page.table, null, null);
    this.#address(null);
  }

  toggle(): void {
    if (this.page.isReplayOpen) this.leave();
    else this.page.isReplayOpen = true;
  }

  async copyLink(): Promise<void> {
    const ply = this.page.table.reviewPly ?? this.page.table.laid.length;
    const address = `${location.origin}${location.pathname}?ply=${ply}`;
    if (await copyText(address)) showToast(t("Link copied."));
  }

  #address(ply: number | null): void {
    history.replaceState(null, "", ply === null ? location.pathname : `${location.pathname}?ply=${ply}`);
  }
}
