/**
 * What posts and messages may not contain (G-029), by the server's rules
 * (`tenant-runtime/src/content/patterns.rs`). Apart from `rules.ts`, so that only pages with a
 * composer load the parser.
 */
import { withoutCodeDelimiters } from "./markup-source.ts";
import { HARMFUL_SHAPES, matches } from "./rules.ts";

/**
 * True if the text contains something forbidden in posts and messages. `relaxed` permits SQL
 * patterns.
 */
export function isProhibited(text: string, relaxed: boolean): boolean {
  const checked = checkedText(text, relaxed);
  return prohibitedShapes(relaxed).some(({ shapes }) => matches(checked, shapes));
}

/**
 * The text in which the shapes are looked for, of the same length: the backticks around code are
 * markup and permitted, its content is checked like other text.
 */
export function checkedText(text: string, relaxed: boolean): string {
  return relaxed ? text : withoutCodeDelimiters(text);
}

/** Why a part of a post or message is refused. */
export type ProhibitedKind = "code" | "statement" | "character";

/** The shapes that posts and messages may not contain, by the reason. */
export function prohibitedShapes(
  relaxed: boolean,
): readonly { kind: ProhibitedKind; shapes: readonly RegExp[] }[] {
  const code = [
    { kind: "code" as const, shapes: HARMFUL_SHAPES },
    { kind: "code" as const, shapes: STYLE_SHAPES },
  ];
  if (relaxed) return code;
  return [
    ...code,
    { kind: "statement", shapes: STATEMENT_SHAPES },
    { kind: "character", shapes: CHARACTER_SHAPES },
  ];
}

const STYLE_SHAPES: readonly RegExp[] = [
  // An inline event handler: an attribute beginning with "on", inside or after a tag.
  /\bon[a-z]{3,}\s*=/iu,
  /\bexpression\s*\(/iu,
  /\burl\s*\(/iu,
  /\bbehavior\s*:/iu,
];

const STATEMENT_SHAPES: readonly RegExp[] = [
  // Whole statements, never ordinary phrases: "insert into the slot" is prose.
  /\bunion\s+(?:all\s+)?select\b/iu,
  /\bdrop\s+table\s+[a-z0-9_"[]/iu,
  /\binsert\s+into\s+[a-z0-9_."[\]]+\s*(?:values\s*)?\(/iu,
  /\bdelete\s+from\s+[a-z0-9_."[\]]+\s+where\b/iu,
  /\bor\s+1\s*=\s*1\b/iu,
];

const CHARACTER_SHAPES: readonly RegExp[] = [/(?:^|\s)--(?:\s|$)/u, /[|;`]/, /&&/, /\$\(/];
