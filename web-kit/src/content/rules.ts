/**
 * Validation of texts with the server's messages, so that errors appear before sending. The server
 * is authoritative (`tenant-runtime/src/content`); the examples in `vectors.json` there test both
 * implementations.
 */

import { t } from "@lingui/core/macro";

export const inputRequired = () => t`Input is required`;
export const contentEmpty = () => t`Content cannot be empty`;
export const harmful = () => t`Content contains potentially harmful code`;
export const prohibited = () => t`Message contains prohibited content`;
export const contentTooLong = (max: number) =>
  t`Content exceeds maximum length of ${max} characters`;

/**
 * Maximum code units of a text area. It exceeds the text's own limit, so that the member sees the
 * error; a browser needs seconds to lay out a far longer text.
 */
export const TEXT_AREA_MAX = 20_000;
/** The same for texts with a limit of 50,000 characters: articles, descriptions, documents. */
export const LONG_TEXT_AREA_MAX = 120_000;

export interface TextRule {
  /** Maximum characters; the rest is cut off. */
  max: number;
  multiline: boolean;
  required: boolean;
  /** Keeps only letters, digits, spaces, hyphens, apostrophes and full stops. */
  lettersOnly?: boolean;
}

export interface Sanitised {
  text: string;
  /** All faults, the most important first. */
  faults: string[];
}

/** The sanitised text under a rule, with its faults. */
export function sanitise(input: string, rule: TextRule): Sanitised {
  if (input === "") return { text: "", faults: rule.required ? [inputRequired()] : [] };
  const faults: string[] = [];
  const bare = rule.multiline ? stripControls(input) : oneLine(input);
  const runsCode = isHarmful(bare);
  const signs = rule.lettersOnly === true ? bare.replace(/[^\p{L}\p{M}\p{N}\s'’.-]/gu, "") : bare;
  let text = isVisible(signs) ? signs.trim() : "";
  if (exceedsLength(text, rule.max)) {
    faults.push(contentTooLong(rule.max));
    text = firstCharacters(text, rule.max).trimEnd();
  }
  if (text === "" && rule.required) faults.push(contentEmpty());
  if (runsCode) faults.push(harmful());
  return { text, faults };
}

/** Counts characters as a reader does: an emoji is one. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** True if a text has more characters than `max`, without counting all of a long text. */
export function exceedsLength(text: string, max: number): boolean {
  // A character has at most two code units.
  if (text.length <= max) return false;
  return text.length > 2 * max || countCharacters(text) > max;
}

/** The first characters of a text, without reading the rest. */
export function firstCharacters(text: string, max: number): string {
  return Array.from(text.slice(0, 2 * max))
    .slice(0, max)
    .join("");
}

/**
 * True if any part of the text is visible. Spaces, control characters, joiners, direction marks,
 * variation selectors, fillers and blank symbols are not.
 */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

const VISIBLE =
  /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]/u;

/** Removes control characters except line breaks and tabs. */
export function stripControls(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(/\p{Cc}/gu, (char) => ("\n\t".includes(char) ? char : ""));
}

function oneLine(text: string): string {
  return stripControls(text).replaceAll(/\s+/gu, " ").trim();
}

/** True if the text contains markup that could run code. */
export function isHarmful(text: string): boolean {
  return matches(text, HARMFUL_SHAPES);
}

export function matches(text: string, shapes: readonly RegExp[]): boolean {
  return shapes.some((shape) => shape.test(text));
}

export const HARMFUL_SHAPES: readonly RegExp[] = [
  // Two adjacent whitespace quantifiers would make matching quadratic.
  /<\s*(?:\/\s*)?script/iu,
  /javascript\s*:/iu,
  /vbscript\s*:/iu,
  /data\s*:\s*text\/html/iu,
  /\bon(?:load|error|click)\s*=/iu,
];
