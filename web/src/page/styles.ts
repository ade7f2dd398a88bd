/** Style sheets that a page needs only when something is opened. */

const loaded = new Map<string, Promise<void>>();

/** Load a sheet of `styles/` and resolve once it applies; also if it cannot be loaded, since the page works without. */
export function loadStyle(name: string): Promise<void> {
  const known = loaded.get(name) ?? fetched(name);
  loaded.set(name, known);
  return known;
}

function fetched(name: string): Promise<void> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = `/static/built/${name}.css${versionOf(document)}`;
  const isThere = new Promise<void>((resolve) => {
    link.onload = () => resolve();
    link.onerror = () => resolve();
  });
  document.head.append(link);
  return isThere;
}

/** Return the version that the other sheets of the page have, as a query. */
function versionOf(page: Document): string {
  return /\?v=.*/.exec(page.querySelector('link[rel="stylesheet"]')?.getAttribute("href") ?? "")?.[0] ?? "";
}
