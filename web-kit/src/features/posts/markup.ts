import { t } from "@lingui/core/macro";
import { stripControls } from "../../content/rules.ts";

/** The draft's text as the server stores it. */
export function toContent(draft: string): string {
  return stripControls(draft).trim();
}

/** A selection in the composer, before or after a formatting button. */
export interface Selection {
  text: string;
  start: number;
  end: number;
}
export type Format = "bold" | "italic" | "list" | "link";

export function applyFormat(selection: Selection, format: Format): Selection {
  switch (format) {
    case "bold":
      return wrap(selection, "**");
    case "italic":
      return wrap(selection, "_");
    case "list":
      return bullet(selection);
    case "link":
      return link(selection);
  }
}

function wrap({ text, start, end }: Selection, mark: string): Selection {
  const chosen = text.slice(start, end);
  const already =
    text.slice(start - mark.length, start) === mark && text.slice(end, end + mark.length) === mark;
  if (already) {
    const bare = text.slice(0, start - mark.length) + chosen + text.slice(end + mark.length);
    return { text: bare, start: start - mark.length, end: end - mark.length };
  }
  const marked = `${text.slice(0, start)}${mark}${chosen}${mark}${text.slice(end)}`;
  return { text: marked, start: start + mark.length, end: end + mark.length };
}

function bullet({ text, start, end }: Selection): Selection {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const next = text.indexOf("\n", end);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split("\n");
  const bulleted = lines.every((line) => line.startsWith("- "));
  const changed = lines.map((line) => (bulleted ? line.slice(2) : `- ${line}`)).join("\n");
  const whole = text.slice(0, from) + changed + text.slice(to);
  return { text: whole, start: from + changed.length, end: from + changed.length };
}

function link({ text, start, end }: Selection): Selection {
  const chosen = text.slice(start, end);
  const label = chosen === "" ? t`link text` : chosen;
  const address = "https://";
  const whole = `${text.slice(0, start)}[${label}](${address})${text.slice(end)}`;
  // The caret is placed where the address continues.
  const caret = start + label.length + 3 + address.length;
  return { text: whole, start: caret, end: caret };
}
