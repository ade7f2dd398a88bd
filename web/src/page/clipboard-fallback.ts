/** Copying where `navigator.clipboard` is missing or refuses: loaded only then. */
import { t } from "./i18n";

/** Copy text by the older command; if that fails too, show it selected, say how to copy it, and return false. */
export function copyOrShow(text: string): boolean {
  if (copySelected(text)) return true;
  show(text);
  return false;
}

/** Copy by the older command, which copies what is selected and is not bound to https. */
function copySelected(text: string): boolean {
  const focused = document.activeElement as HTMLElement | null;
  const field = textField(text);
  field.className = "visually-hidden";
  (focused?.closest("dialog[open]") ?? document.body).append(field); // what is outside an open dialog has no focus
  field.focus({ preventScroll: true });
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    focused?.focus({ preventScroll: true });
  }
}

function show(text: string): void {
  const [dialog, form, how] = [element("dialog"), element("form"), element("p")];
  const [field, close] = [textField(text), element("button")];
  form.method = "dialog";
  form.className = "dialog-body to-copy";
  how.id = "how-to-copy";
  how.textContent = t(
    "Copying is blocked here. Copy the selected text with Ctrl+C (Cmd+C on a Mac), or press and hold it.",
  );
  dialog.setAttribute("aria-labelledby", how.id);
  field.setAttribute("aria-labelledby", how.id);
  close.textContent = t("Close");
  form.append(how, field, close);
  dialog.append(form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  field.select();
}

function textField(text: string): HTMLTextAreaElement {
  const field = element("textarea");
  field.value = text;
  field.readOnly = true;
  return field;
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name): HTMLElementTagNameMap[Name] {
  return document.createElement(name);
}
