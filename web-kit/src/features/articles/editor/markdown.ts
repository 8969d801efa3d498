import { Marked } from "marked";

/**
 * As the server does it (`tenant-runtime/src/content/html.rs`): CommonMark with tables, strikethrough
 * and bare addresses; raw HTML and pictures are left out.
 */
const marked = new Marked({
  gfm: true,
  renderer: {
    html: () => "",
    image: () => "",
    checkbox: ({ checked }) => (checked ? "[x] " : "[ ] "),
  },
});

export function markdownToHtml(text: string): string {
  return marked.parse(text, { async: false });
}
