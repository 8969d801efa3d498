/**
 * What was sent becomes what is typed again, the reverse of `toContent`: bold, italics, links and
 * lists as the composer writes them, and as tags where its marks could not say it.
 */
export function toDraft(content: string): string {
  const parsed = new DOMParser().parseFromString(content, "text/html");
  return drafted(parsed.body)
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

function drafted(parent: Node): string {
  let text = "";
  for (const child of parent.childNodes) text = joined(text, child);
  return text;
}

/** Lists and paragraphs stand on lines of their own. */
function joined(before: string, node: Node): string {
  if (node instanceof Text) return before + escaped(afterBlock(node));
  if (!(node instanceof Element)) return before;
  switch (node.localName) {
    case "br":
      return `${before}\n`;
    case "p":
      return `${onNewLine(before, "\n\n")}${drafted(node)}${node.nextSibling === null ? "" : "\n\n"}`;
    case "ul":
      return `${onNewLine(before, "\n")}${listed(node)}${node.nextSibling === null ? "" : "\n"}`;
    case "ol":
      return `${before}<ol>${items(node)
        .map((item) => `<li>${item}</li>`)
        .join("")}</ol>`;
    default:
      return before + marked(node);
  }
}

/** The line break of a list or paragraph is written already. */
function afterBlock(node: Text): string {
  const before = node.previousSibling;
  const isBelow = before instanceof Element && ["p", "ul"].includes(before.localName);
  return isBelow ? node.data.replace(/^\n/, "") : node.data;
}

function onNewLine(before: string, breaks: string): string {
  return before === "" || before.endsWith(breaks) ? before : before + breaks;
}

function listed(list: Element): string {
  return items(list)
    .map((item) => `- ${item}`)
    .join("\n");
}

function items(list: Element): string[] {
  return [...list.children].map((item) =>
    drafted(item)
      .trim()
      .replaceAll(/\s*\n\s*/g, " "),
  );
}

function marked(node: Element): string {
  const words = drafted(node);
  switch (node.localName) {
    case "b":
    case "strong":
      return isBold(node, words) ? `**${words}**` : `<b>${words}</b>`;
    case "i":
    case "em":
      return isItalic(node, words) ? `_${words}_` : `<i>${words}</i>`;
    case "a":
      return linked(words, node.getAttribute("href"));
    default:
      return words;
  }
}

/** Whether the mark is read as bold where it stands. */
function isBold(node: Element, words: string): boolean {
  return /^(?!\s)[^*\n]+(?<!\s)$/.test(words) && stands(node, /(?:^|[^*])$/, /^(?:$|[^*])/);
}

function isItalic(node: Element, words: string): boolean {
  return (
    /^(?!\s)[^_\n]+(?<!\s)$/.test(words) && stands(node, /(?:^|[\s(>])$/, /^(?:$|[\s).,:!?<])/)
  );
}

/** Marks are only used between words, never side by side with other marks. */
function stands(node: Element, before: RegExp, after: RegExp): boolean {
  return fits(node.previousSibling, before) && fits(node.nextSibling, after);
}

function fits(neighbour: Node | null, shape: RegExp): boolean {
  if (neighbour === null) return true;
  if (neighbour instanceof Text) return shape.test(neighbour.data);
  return neighbour instanceof Element && ["br", "p", "ul"].includes(neighbour.localName);
}

function linked(words: string, href: string | null): string {
  if (href === null) return words;
  const isPlain = /^(?:https?:\/\/|mailto:)[^\s()"<>]+$/.test(href) && /^[^\]\n]+$/.test(words);
  return isPlain ? `[${words}](${href})` : `<a href="${attribute(href)}">${words}</a>`;
}

/** Signs that were meant as signs must not become tags on their way back. */
function escaped(text: string): string {
  return text.replaceAll(/&(?=#?[a-z0-9]+;)/gi, "&amp;").replaceAll(/<(?=[a-z/!?])/gi, "&lt;");
}

function attribute(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}
