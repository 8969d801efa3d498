/**
 * What may be written, in the server's words and order, so that a member learns it before sending.
 * The server decides (`tenant-runtime/src/content`); both sides are held to one file of examples,
 * `vectors.json` there.
 */

export const INPUT_REQUIRED = "Input is required";
export const CONTENT_EMPTY = "Content cannot be empty";
export const HARMFUL = "Content contains potentially harmful code";
export const PROHIBITED = "Message contains prohibited content";
export const contentTooLong = (max: number) =>
  `Content exceeds maximum length of ${max} characters`;

/**
 * Code units that a box for text takes. It is more than the text may have, so that the limit is what a
 * member is told of; a browser lays out a far longer text for seconds.
 */
export const TEXT_AREA_MAX = 20_000;
/** The same where a text may have 50,000 characters: articles, descriptions, documents. */
export const LONG_TEXT_AREA_MAX = 120_000;

export interface TextRule {
  /** Characters at most; the rest is cut off. */
  max: number;
  multiline: boolean;
  required: boolean;
  /** Only letters, digits, blanks, hyphens, apostrophes and full stops stay. */
  lettersOnly?: boolean;
}

export interface Sanitised {
  text: string;
  /** Everything wrong with what was given, the first to be named first. */
  faults: string[];
}

/** What is left of a text under a rule, and what was wrong with it. */
export function sanitise(input: string, rule: TextRule): Sanitised {
  if (input === "") return { text: "", faults: rule.required ? [INPUT_REQUIRED] : [] };
  const faults: string[] = [];
  const bare = rule.multiline ? stripControls(input) : oneLine(input);
  const harmful = isHarmful(bare);
  const signs = rule.lettersOnly === true ? bare.replace(/[^\p{L}\p{M}\p{N}\s'’.-]/gu, "") : bare;
  let text = isVisible(signs) ? signs.trim() : "";
  if (isLonger(text, rule.max)) {
    faults.push(contentTooLong(rule.max));
    text = firstCharacters(text, rule.max).trimEnd();
  }
  if (text === "" && rule.required) faults.push(CONTENT_EMPTY);
  if (harmful) faults.push(HARMFUL);
  return { text, faults };
}

/** Characters as a reader counts them: an emoji is not two. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Whether a text has more characters than that; of a long one no more are counted than that. */
export function isLonger(text: string, max: number): boolean {
  // No character is more than two code units.
  if (text.length <= max) return false;
  return text.length > 2 * max || countCharacters(text) > max;
}

/** The first characters of a text; no more of it is read. */
export function firstCharacters(text: string, max: number): string {
  return Array.from(text.slice(0, 2 * max))
    .slice(0, max)
    .join("");
}

/**
 * Whether a reader sees anything of a text. Blanks and control characters are invisible, and so are
 * joiners, marks of direction, variation selectors, fillers, and signs that are drawn empty.
 */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

const VISIBLE =
  /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]/u;

/** Control characters never reach the hall; line breaks and tabs do. */
export function stripControls(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(/\p{Cc}/gu, (char) => ("\n\t".includes(char) ? char : ""));
}

function oneLine(text: string): string {
  return stripControls(text).replaceAll(/\s+/gu, " ").trim();
}

/** Markup that runs. */
export function isHarmful(text: string): boolean {
  return matches(text, HARMFUL_SHAPES);
}

/** What a post or message may not hold. A relaxed hall lets the signs of statements pass. */
export function isProhibited(text: string, relaxed: boolean): boolean {
  return (
    matches(text, HARMFUL_SHAPES) ||
    matches(text, STYLE_SHAPES) ||
    (!relaxed && matches(text, STATEMENT_SHAPES))
  );
}

function matches(text: string, shapes: readonly RegExp[]): boolean {
  return shapes.some((shape) => shape.test(text));
}

const HARMFUL_SHAPES: readonly RegExp[] = [
  // With two adjacent runs of blanks the expression would take the square of their length.
  /<\s*(?:\/\s*)?script/iu,
  /javascript\s*:/iu,
  /vbscript\s*:/iu,
  /data\s*:\s*text\/html/iu,
  /\bon(?:load|error|click)\s*=/iu,
];

const STYLE_SHAPES: readonly RegExp[] = [
  // An inline event handler: an attribute that starts with "on", inside or after a tag.
  /\bon[a-z]{3,}\s*=/iu,
  /\bexpression\s*\(/iu,
  /\burl\s*\(/iu,
  /\bbehavior\s*:/iu,
];

const STATEMENT_SHAPES: readonly RegExp[] = [
  // Never a lone word: people do write "select" and "update".
  /\bunion\s+(?:all\s+)?select\b/iu,
  /\bdrop\s+table\b/iu,
  /\binsert\s+into\b/iu,
  /\bdelete\s+from\b/iu,
  /\bor\s+1\s*=\s*1\b/iu,
  /--/,
  /[|;`]/,
  /&&/,
  /\$\(/,
];
