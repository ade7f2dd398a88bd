/** What the page plays automatically after a message: the queued placement, and the only forced one. */
import { t } from "../page/i18n";
import type { TablePage } from "../table/page";
import { onlyForced, queueAction, unqueue } from "../table/queued-placement";
import { isOver } from "../table/state";
import type { TurnInput } from "../table/turn-input";
import { verdictSentence } from "../table/verdicts";
import { parsePlacement } from "../tiles/placement";

export class Automatic {
  /** The ply at which a tile was laid automatically, so that it is not laid again if it is refused or taken back. */
  #triedPly = -1;

  constructor(
    private readonly page: TablePage,
    private readonly input: TurnInput,
  ) {}

  /** Play what is due in the current state. */
  act(): void {
    const { page } = this;
    const action = queueAction(page.table);
    if (action === null || action.name === "wait") {
      this.#layForced();
      return;
    }
    page.table = unqueue(page.table);
    if (action.name === "send") {
      this.#triedPly = page.table.position.ply;
      this.input.send(action.placement);
      page.showNotice(t("Your queued move is made."));
    } else if (action.reason) {
      const reason = verdictSentence(action.reason);
      page.showError(t("Your queued move is no longer possible: {reason}", { reason }));
      this.#layForced();
    }
  }

  #layForced(): void {
    const { page } = this;
    const text = page.settings.forced === "on" && !isOver(page.table) ? onlyForced(page.table) : null;
    const placement = text && parsePlacement(text);
    const { ply } = page.table.position;
    if (!placement || ply === this.#triedPly) return;
    this.#triedPly = ply;
    this.input.send(placement);
    page.showNotice(t("Placed automatically: there is no other choice."));
  }
}
