/** What may be written, in the catalogue's words, so that a member learns it before sending. */

/** A post that starts its own line of talk is short; answers may be long. */
export const POST_MAX = 300;
export const REPLY_MAX = 5000;
export const TITLE_MAX = 200;

export const EMPTY_MESSAGE = "Message cannot be empty";
export const POST_TOO_LONG = "Post exceeds maximum length of 300 characters";
export const REPLY_TOO_LONG = "Message too long (max 5000 characters)";
export const PROHIBITED = "Message contains prohibited content";
export const TITLE_TOO_LONG = "Title too long (max 200 characters)";
export const INPUT_REQUIRED = "Input is required";

export type PostKind = "post" | "reply";

export function maxLength(kind: PostKind): number {
  return kind === "reply" ? REPLY_MAX : POST_MAX;
}

/** Characters as a reader counts them: an emoji is not two. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Why this may not be sent, or null. The server asks the same questions in the same order. */
export function checkPost(content: string, kind: PostKind): string | null {
  if (content.trim() === "") return EMPTY_MESSAGE;
  if (countCharacters(content) > maxLength(kind)) {
    return kind === "reply" ? REPLY_TOO_LONG : POST_TOO_LONG;
  }
  return isProhibited(content) ? PROHIBITED : null;
}

export function isProhibited(content: string): boolean {
  return PROHIBITED_PATTERNS.some((pattern) => pattern.test(content));
}

const PROHIBITED_PATTERNS: readonly RegExp[] = [
  /<\s*\/?\s*script/i,
  /javascript\s*:/i,
  /vbscript\s*:/i,
  /data\s*:\s*text\/html/i,
  // An inline event handler: an attribute that starts with "on", inside or after a tag.
  /\bon[a-z]{3,}\s*=/i,
  /\bexpression\s*\(/i,
  /\burl\s*\(/i,
  /\bbehavior\s*:/i,
  // Statement shapes, never a lone word: people do write "select" and "update".
  /\bunion\s+(?:all\s+)?select\b/i,
  /\bdrop\s+table\b/i,
  /\binsert\s+into\b/i,
  /\bdelete\s+from\b/i,
  /\bor\s+1\s*=\s*1\b/i,
  /--/,
  /[|;`]/,
  /&&/,
  /\$\(/,
];
