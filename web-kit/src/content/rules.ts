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
  let text = signs.trim();
  if (countCharacters(text) > rule.max) {
    faults.push(contentTooLong(rule.max));
    text = Array.from(text).slice(0, rule.max).join("").trimEnd();
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
  /<\s*\/?\s*script/iu,
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
