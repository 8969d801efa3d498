export type TextField = HTMLInputElement | HTMLTextAreaElement;

const TEXT_TYPES = new Set(["text", "search", "email", "url", "tel", "number", "date"]);

/** A field for text that may be stored: never a password or a one-time code. */
export function isTextField(target: unknown): target is TextField {
  if (target instanceof HTMLTextAreaElement) return true;
  if (!(target instanceof HTMLInputElement)) return false;
  const secret = /password|one-time-code|cc-/.test(target.autocomplete);
  return TEXT_TYPES.has(target.type) && !secret;
}

/**
 * A name that a field has again after a reload: its form name or label, with its place among fields
 * of the same name. Ids that React generates may differ.
 */
export function textFieldName(field: TextField): string {
  const name = labelOf(field);
  const same = [...document.querySelectorAll("input, textarea")]
    .filter(isTextField)
    .filter((other) => labelOf(other) === name);
  return `${name}#${String(same.indexOf(field))}`;
}

function labelOf(field: TextField): string {
  const { name, labels, placeholder } = field;
  const label = field.getAttribute("aria-label") ?? labels?.[0]?.textContent ?? placeholder;
  return `${field.tagName} ${name} ${label.trim()}`;
}
