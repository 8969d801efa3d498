import { applyFormat, type Format, type Selection } from "../../posts/markup.ts";

/** The toolbar's formats; the first four are those of posts. */
export type ArticleFormat = Format | "heading" | "quote" | "numbers";

export function formatArticle(selection: Selection, format: ArticleFormat): Selection {
  switch (format) {
    case "heading":
      return onLines(selection, (lines) => toggle(lines, "## "));
    case "quote":
      return onLines(selection, (lines) => toggle(lines, "> "));
    case "numbers":
      return onLines(selection, numbered);
    default:
      return applyFormat(selection, format);
  }
}

function toggle(lines: readonly string[], mark: string): string[] {
  const marked = lines.every((line) => line.startsWith(mark));
  return lines.map((line) => (marked ? line.slice(mark.length) : mark + line));
}

const NUMBER = /^\d+\. /;

function numbered(lines: readonly string[]): string[] {
  if (lines.every((line) => NUMBER.test(line)))
    return lines.map((line) => line.replace(NUMBER, ""));
  return lines.map((line, at) => `${at + 1}. ${line}`);
}

/** Changes the lines that the selection touches, and keeps them selected. */
function onLines(
  { text, start, end }: Selection,
  change: (lines: readonly string[]) => string[],
): Selection {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const next = text.indexOf("\n", end);
  const to = next === -1 ? text.length : next;
  const changed = change(text.slice(from, to).split("\n")).join("\n");
  const whole = text.slice(0, from) + changed + text.slice(to);
  return {
    text: whole,
    start: start === end ? from + changed.length : from,
    end: from + changed.length,
  };
}
