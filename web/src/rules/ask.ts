/** Asks the rules. Raises Error if they cannot be loaded, or do not allow what is asked for. */
import { asker } from "./asker";
import type { Questions } from "./questions";

export const ask = asker<Questions>("rules-worker");
