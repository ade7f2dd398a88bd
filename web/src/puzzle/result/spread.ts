/** A time beside those of others: how many were slower, and bars that show where it lies. */

const N_BARS = 16;
const [BAR_WIDTH, HEIGHT] = [8.6, 40];

/** Parse the times that the server wrote, in milliseconds, in order. */
export function readTimes(text: string | undefined): number[] {
  return text ? text.split(",").map(Number) : [];
}

/** Return the share of others who were slower, 0 to 1. */
export function fasterShare(times: readonly number[], ms: number): number {
  return times.filter((one) => one > ms).length / times.length;
}

/** Return how many times each bar stands for, and the one that a time belongs to. */
export function barsOf(times: readonly number[], ms: number): { counts: number[]; mine: number } {
  const [first = ms] = times;
  const last = times[Math.floor(0.95 * (times.length - 1))] ?? ms; // the slowest few share the last bar
  const [low, high] = [Math.min(first, ms), Math.max(last, first + 1)];
  const barOf = (one: number) => Math.min(N_BARS - 1, Math.floor((N_BARS * (one - low)) / (high - low)));
  const counts = new Array<number>(N_BARS).fill(0);
  for (const one of times) counts[barOf(one)] = (counts[barOf(one)] ?? 0) + 1;
  return { counts, mine: barOf(ms) };
}

/** Return the marks of the bars, 160 wide and 40 high; the bar of one's own time has the class `mine`. */
export function barMarks(times: readonly number[], ms: number): string {
  const { counts, mine } = barsOf(times, ms);
  const highest = Math.max(...counts);
  return counts
    .map((n, bar) => {
      const height = Math.max(bar === mine ? 8 : 2, (HEIGHT * n) / highest);
      const name = bar === mine ? ' class="mine"' : "";
      return `<rect${name} x="${bar * 10 + 0.7}" y="${(HEIGHT - height).toFixed(1)}" width="${BAR_WIDTH}" height="${height.toFixed(1)}" rx="2"></rect>`;
    })
    .join("");
}

/** Write a share in the reader's language: "71%". */
export function printShare(share: number, language: string): string {
  return new Intl.NumberFormat(language, { style: "percent" }).format(share);
}
