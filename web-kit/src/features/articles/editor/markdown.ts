import { Marked } from "marked";

/**
 * The same rules as the server's (`tenant-runtime/src/content/html.rs`): CommonMark with tables,
 * strikethrough and bare URLs; raw HTML and images are removed.
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
