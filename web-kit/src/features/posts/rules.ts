import {
  HARMFUL,
  isHarmful,
  isLonger,
  isProhibited,
  isVisible,
  PROHIBITED,
  stripControls,
} from "../../content/rules.ts";
import { plainText } from "../../content/markup.ts";

/** What may be posted, in the catalogue's words, so that a member learns it before sending. */

/** A post that starts its own line of talk is short; answers may be long. */
export const POST_MAX = 300;
export const REPLY_MAX = 5000;

export const EMPTY_MESSAGE = "Message cannot be empty";
export const POST_TOO_LONG = "Post exceeds maximum length of 300 characters";
export const REPLY_TOO_LONG = "Message too long (max 5000 characters)";

/** What may be said of what a picture shows. */
export const ALT_MAX = 300;
export const ALT_TOO_LONG = "Image description exceeds maximum length of 300 characters";

export type PostKind = "post" | "reply";

export function maxLength(kind: PostKind): number {
  return kind === "reply" ? REPLY_MAX : POST_MAX;
}

/** Why this may not be sent, or null. The server asks the same questions in the same order. */
export function checkPost(content: string, kind: PostKind, relaxed: boolean): string | null {
  return checkWords(content, kind, (text) => (isProhibited(text, relaxed) ? PROHIBITED : null));
}

/**
 * Why this may not be announced, or said of an article, or null: as long as a reply, but signs of a
 * shell and statements of SQL are the business of posts and messages alone.
 */
export function checkRemark(content: string): string | null {
  return checkWords(content, "reply", (text) => (isHarmful(text) ? HARMFUL : null));
}

function checkWords(
  content: string,
  kind: PostKind,
  refusalOf: (text: string) => string | null,
): string | null {
  const text = stripControls(content).trim();
  if (!isVisible(text)) return EMPTY_MESSAGE;
  if (isLonger(text, maxLength(kind))) return kind === "reply" ? REPLY_TOO_LONG : POST_TOO_LONG;
  // Marks around nothing visible are as empty.
  return refusalOf(text) ?? (isVisible(plainText(text)) ? null : EMPTY_MESSAGE);
}
