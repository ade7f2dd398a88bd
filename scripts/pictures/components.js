(selector) => {
  const removed = new RegExp(
    "^(id|for|form|name|on|aria-(controls|describedby|labelledby|owns|details)|" +
      "data-(?!seat|section|state|kind|theme)|href|src|action|method|popover|autofocus|tabindex|style)",
  );
  const found =
    [...document.querySelectorAll(selector)].find((one) => one.checkVisibility()) ?? document.querySelector(selector);
  if (!found) return null;
  const copy = found.cloneNode(true);
  const kept = (one) => !one.matches("script, noscript, style, template, link, .tile-symbols");
  const look = (one) =>
    [one, ...one.querySelectorAll("*")].map((each) => `${each.localName}.${each.getAttribute("class") ?? ""}`).join();
  const walk = (one) => {
    const seen = new Map();
    for (const child of [...one.childNodes]) {
      if (child.nodeType === Node.COMMENT_NODE) child.remove();
      if (child.nodeType !== Node.ELEMENT_NODE) continue;
      if (!kept(child)) {
        child.remove();
        continue;
      }
      const key = child.matches("option, label, tr, details") ? `${child.localName}.${child.className}` : look(child);
      const n = (seen.get(key) ?? 0) + 1;
      seen.set(key, n);
      const most = child.matches("option")
        ? 3
        : child.matches("path, rect, line, circle, th, td, i, polygon")
          ? 999
          : child.closest("svg.surface")
            ? 12
            : 2;
      if (n > most) child.remove();
      else walk(child);
    }
    for (const { name } of [...one.attributes])
      if (removed.test(name)) {
        const isDrawing =
          one.localName === "use" || (one.localName === "img" && one.getAttribute("src").startsWith("/static/"));
        if (!isDrawing) one.removeAttribute(name);
      }
    if (one.localName === "a") one.setAttribute("href", "/design");
    if (one.localName === "img" && !one.hasAttribute("src")) one.remove();
  };
  walk(copy);
  let whole = copy;
  if (copy.localName === "main") {
    whole = document.createElement("div");
    whole.className = copy.className;
    whole.append(...copy.childNodes);
  }
  if (copy.localName === "dialog") copy.setAttribute("open", "");
  return whole.outerHTML.replace(/<!--.*?-->/gs, "").replace(/\s*\n\s*/g, " ");
};
