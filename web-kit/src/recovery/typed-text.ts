import { isTextField, type TextField, textFieldName } from "./text-fields.ts";

/**
 * Text that was typed into fields without a draft of their own survives a reload that the app
 * starts. It stays in the tab, is given back to its author only, and is deleted after half an hour.
 */
const STORAGE_KEY = "guildhall.typed-text";
const KEPT_MS = 30 * 60_000;
/** Fields that appear with the first screen after a reload are filled within this time. */
const APPEARS_MS = 15_000;

interface TypedField {
  name: string;
  text: string;
}

interface TypedText {
  path: string;
  ownerId: string | null;
  at: number;
  fields: TypedField[];
}

const edited = new WeakSet<TextField>();

/** Remembers which fields the person typed into, from the first screen on. */
export function watchTypedText(): void {
  addEventListener(
    "input",
    ({ target }) => {
      if (isTextField(target)) edited.add(target);
    },
    { capture: true },
  );
}

/** Stores the text of the fields that the person typed into. */
export function storeTypedText(ownerId: string | null): void {
  const fields = visibleFields()
    .filter((field) => edited.has(field) && field.value !== "")
    .map((field) => ({ name: textFieldName(field), text: field.value }));
  const typed: TypedText = { path: location.pathname, ownerId, at: Date.now(), fields };
  try {
    if (fields.length === 0) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, JSON.stringify(typed));
  } catch {
    // Storage is blocked or full: only fields with a draft keep their text.
  }
}

/**
 * Gives stored text back to its fields: to those on the screen now, and to those of a dialog when
 * they get the focus. Returns a function that stops.
 */
export function restoreTypedText(ownerId: string | null): () => void {
  const typed = storedText();
  // While the account is not known yet, the text waits for its author.
  const isAwaitingAuthor = ownerId === null && typed !== null && typed.ownerId !== null;
  if (!isAwaitingAuthor) deleteTypedText();
  if (typed === null || typed.ownerId !== ownerId) return () => undefined;
  const waiting = new Map(typed.fields.map((field) => [field.name, field.text]));
  const fill = (field: TextField) => {
    const name = textFieldName(field);
    const text = waiting.get(name);
    if (text === undefined || location.pathname !== typed.path) return;
    waiting.delete(name);
    if (field.value !== text) typeInto(field, text);
  };
  const fillVisible = () => {
    for (const field of visibleFields()) fill(field);
    if (waiting.size === 0) observer.disconnect();
  };
  const observer = new MutationObserver(fillVisible);
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), APPEARS_MS);
  const onFocus = ({ target }: FocusEvent) => {
    if (isTextField(target)) fill(target);
  };
  addEventListener("focusin", onFocus);
  fillVisible();
  return () => {
    observer.disconnect();
    clearTimeout(timer);
    removeEventListener("focusin", onFocus);
  };
}

/** Deletes stored text on a deliberate sign-out. */
export function deleteTypedText(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is blocked: there is nothing to delete.
  }
}

function storedText(): TypedText | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
    return isTypedText(stored) && Date.now() - stored.at < KEPT_MS ? stored : null;
  } catch {
    return null;
  }
}

function isTypedText(stored: unknown): stored is TypedText {
  if (typeof stored !== "object" || stored === null) return false;
  const fields: unknown = Reflect.get(stored, "fields");
  return (
    typeof Reflect.get(stored, "path") === "string" &&
    typeof Reflect.get(stored, "at") === "number" &&
    Array.isArray(fields) &&
    fields.every(isTypedField)
  );
}

function isTypedField(stored: unknown): stored is TypedField {
  if (typeof stored !== "object" || stored === null) return false;
  return ["name", "text"].every((name) => typeof Reflect.get(stored, name) === "string");
}

function visibleFields(): TextField[] {
  return [...document.querySelectorAll("input, textarea")].filter(isTextField);
}

/** Sets a field as typing does, so that the form's own state follows. */
function typeInto(field: TextField, text: string): void {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  // React replaces the setter of the element itself to detect changes.
  Object.getOwnPropertyDescriptor(prototype.prototype, "value")?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  edited.add(field);
}
