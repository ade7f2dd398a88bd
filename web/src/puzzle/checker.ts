/** Checks whether a puzzle is solved (by asking the server) or a solitaire finished, and shows the result. */
import { t } from "../page/i18n";
import { spokenDuration } from "../page/time/text";
import { prefersReducedMotion, type Settings } from "../settings/preferences";
import { isSolved } from "./api";
import { looksDone } from "./marks";
import type { PuzzlePage } from "./page";
import { withResult, withSolution } from "./progress/changes";
import { dayOf } from "./result/daily";
import { loadProgress, saveProgress, solitaireOf } from "./saved-progress";
import { endSentence, resultOf } from "./solitaire/score-row";
import { hasEnded, scored } from "./solitaire/scoring";
import { printInOrder } from "./state";
import { solvedSentence } from "./text";

/** What a phone buzzes when a puzzle is solved: milliseconds on, off, on. */
const BUZZ = [40, 60, 120];

export class SolutionChecker {
  constructor(private readonly page: PuzzlePage) {}

  async check(): Promise<void> {
    const { page } = this;
    const { laid, puzzle } = page.table;
    if (puzzle.mode !== "solve") this.#rate();
    if (puzzle.mode === "sum" || !looksDone(puzzle, laid)) return;
    try {
      const isRight = await isSolved(puzzle, laid);
      if (page.table.laid !== laid) return;
      if (isRight) this.#celebrate();
      else if (!page.isStack) page.showNotice(t("Something is not right yet."));
    } catch {
      page.showNotice(t("The server does not answer; your tiles stay as they are."));
    }
  }

  #celebrate(): void {
    const { page } = this;
    page.isSolved = true;
    page.notice = null;
    page.pair = [];
    // A solution that came in a link is somebody else's.
    const isOwn = page.progress.ms > 0 || page.table.past.length > 0;
    page.bestBeforeMs = page.progress.bestMs;
    if (isOwn) page.progress = withSolution(page.progress, dayOf(Date.now()));
    if (page.table.past.length > 0 && page.progress.help !== "solution") buzz(page.settings);
    page.keep();
    if (page.table.past.length > 0) page.keepSolution();
    page.announce(solvedSentence(page.progress, spokenDuration));
  }

  /** Check whether a solitaire has ended. */
  #rate(): void {
    const { page } = this;
    const { laid, puzzle } = page.table;
    const wasOver = page.isOver;
    page.isOver = hasEnded(page.table);
    if (!page.isOver) return;
    this.#count(!wasOver);
    if (!wasOver) page.announce(endSentence(puzzle, laid, scored(puzzle, laid)));
  }

  /** Store a result that counts, and notify the list of today's results. */
  #count(isNew: boolean): void {
    const { page } = this;
    const { laid, puzzle } = page.table;
    const after = withResult(page.progress, resultOf(puzzle, laid, scored(puzzle, laid)));
    if (after === null) return;
    page.progress = after;
    const known = solitaireOf(puzzle);
    saveProgress(known, { ...loadProgress(known), best: after.best });
    const detail = { placements: printInOrder(puzzle, laid) };
    if (isNew) document.dispatchEvent(new CustomEvent("solitaire-ended", { detail }));
  }
}

/** Make a phone vibrate, unless the player wants no motion. */
function buzz(settings: Settings): void {
  if ("vibrate" in navigator && !prefersReducedMotion(settings)) navigator.vibrate(BUZZ);
}
