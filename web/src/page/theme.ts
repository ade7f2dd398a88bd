/** Runs in the head, before the first paint: shows the kept settings as attributes of the root. Imports nothing. */
try {
  Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem("tantrix.settings") ?? "{}"));
} catch {
  // Without storage the page has its defaults.
}
