import { applyFormat, type Format, onLines, type Selection } from "../../posts/markup.ts";

/** The toolbar's formats: those of posts and headings. */
export type ArticleFormat = Format | "heading";

export function formatArticle(selection: Selection, format: ArticleFormat): Selection {
  if (format !== "heading") return applyFormat(selection, format);
  return onLines(selection, (lines) => {
    const areHeadings = lines.every((line) => line.startsWith(HEADING));
    return lines.map((line) => (areHeadings ? line.slice(HEADING.length) : HEADING + line));
  });
}

const HEADING = "## ";
