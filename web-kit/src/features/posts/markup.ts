import { stripControls } from "../../content/rules.ts";

/**
 * What is typed becomes what is sent: `**bold**`, `_italic_`, `[text](link)` and lines that begin
 * with "- " turn into the few tags that survive on the server. Everything else stays plain text.
 */
const ALLOWED_TAG = /^<\/?(?:b|i|em|strong|a|p|br|ul|ol|li)(?:[\s/>]|$)/i;

export function toContent(draft: string): string {
  const lines = stripControls(draft).trim().split("\n");
  const parts: string[] = [];
  let list: string[] = [];
  const closeList = () => {
    if (list.length > 0) parts.push(`<ul>${list.join("")}</ul>`);
    list = [];
  };
  for (const line of lines) {
    const item = /^\s*[-*•]\s+(.+)$/.exec(line)?.[1];
    if (item === undefined) {
      closeList();
      parts.push(inline(line.trimEnd()));
    } else {
      list.push(`<li>${inline(item.trim())}</li>`);
    }
  }
  closeList();
  return parts.join("\n").replaceAll("\n<ul>", "<ul>").replaceAll("</ul>\n", "</ul>");
}

function inline(line: string): string {
  return keepLessThan(line)
    .replace(/\[([^\]\n]+)\]\(((?:https?:\/\/|mailto:)[^\s()"<>]+)\)/g, '<a href="$2">$1</a>')
    .replace(/\*\*(?=\S)([^*\n]+?)(?<=\S)\*\*/g, "<b>$1</b>")
    .replace(/(^|[\s(>])_(?=\S)([^_\n]+?)(?<=\S)_(?=$|[\s).,:!?<])/g, "$1<i>$2</i>");
}

/** "x<y" would be read as the start of a tag and lost; a space keeps it text. */
function keepLessThan(line: string): string {
  return line.replace(/<(?=[a-z/!?])/gi, (mark, at: number) =>
    ALLOWED_TAG.test(line.slice(at)) || /^<\s*\/?\s*script/i.test(line.slice(at)) ? mark : "< ",
  );
}

/** A selection in the composer, and what a formatting button makes of it. */
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
  const label = chosen === "" ? "link text" : chosen;
  const address = "https://";
  const whole = `${text.slice(0, start)}[${label}](${address})${text.slice(end)}`;
  // The cursor waits where the address goes on.
  const caret = start + label.length + 3 + address.length;
  return { text: whole, start: caret, end: caret };
}
