/** Display names of robots, from the table `#robots` in the page. */

/** Return the display name of a robot; its own name if the table has none. */
export function robotName(robot: string): string {
  const words = JSON.parse(document.getElementById("robots")?.textContent ?? "{}") as Record<string, string>;
  return words[robot] ?? robot;
}
