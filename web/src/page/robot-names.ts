/** Robots by the names that people know them by, as the server gives them in `#robots` of the page. */

/** Name a robot; one that the page has no word for goes by its own name. */
export function robotName(robot: string): string {
  const words = JSON.parse(document.getElementById("robots")?.textContent ?? "{}") as Record<string, string>;
  return words[robot] ?? robot;
}
