/** Shows the solutions of a puzzle on the table, one by one, and the player's own again. */
import { t } from "../page/i18n";
import type { PuzzlePage } from "./page";
import { openedSentence, type SolutionStep, type Solutions, turnTo } from "./solutions";

export class SolutionBrowser {
  constructor(
    private readonly page: PuzzlePage,
    private readonly solutions: Solutions,
  ) {}

  /** Go to another solution; at first to the first one. */
  go(step: SolutionStep): void {
    const { opened } = this.page;
    void this.#open(opened ? turnTo(opened, step) : 0);
  }

  async #open(index: number): Promise<void> {
    const { page } = this;
    try {
      const found = await this.solutions.open(index);
      if (!found || !page.isSolved) return;
      page.own ??= page.table.laid;
      page.act({ ...page.table, laid: found.laid, held: null });
      page.opened = found.opened;
      page.announce(openedSentence(found.opened));
    } catch {
      page.showNotice(t("No hints right now. Try again in a moment."));
    }
  }

  /** Show the player's own tiles again. */
  close(): void {
    const { page } = this;
    if (page.own) page.act({ ...page.table, laid: page.own });
    page.own = null;
    page.opened = null;
  }
}
