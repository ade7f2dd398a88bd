/** Looking at the solutions of a puzzle on the table, one after the other, and back at one's own. */
import { t } from "../page/i18n";
import type { PuzzlePage } from "./page";
import { openedSentence, type SolutionStep, type Solutions, turnTo } from "./solutions";

export class SolutionBrowser {
  constructor(
    private readonly page: PuzzlePage,
    private readonly book: Solutions,
  ) {}

  /** Turn to another solution; the book opens at its first. */
  leaf(leaf: SolutionStep): void {
    const { opened } = this.page;
    void this.#open(opened ? turnTo(opened, leaf) : 0);
  }

  async #open(index: number): Promise<void> {
    const { page } = this;
    try {
      const found = await this.book.open(index);
      if (!found || !page.isSolved) return;
      page.own ??= page.table.laid;
      page.act({ ...page.table, laid: found.laid, held: null });
      page.opened = found.opened;
      page.announce(openedSentence(found.opened));
    } catch {
      page.showNotice(t("There is no help just now. Try again in a moment."));
    }
  }

  /** Show again what the person laid. */
  close(): void {
    const { page } = this;
    if (page.own) page.act({ ...page.table, laid: page.own });
    page.own = null;
    page.opened = null;
  }
}
