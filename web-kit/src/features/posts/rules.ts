import { t } from "@lingui/core/macro";
import {
  harmful,
  isHarmful,
  exceedsLength,
  isVisible,
  prohibited,
  stripControls,
} from "../../content/rules.ts";
import { plainText } from "../../content/markup.ts";
import { isProhibited } from "../../content/prohibited.ts";

/** Validation of posts with the server's messages, so that errors appear before sending. */

/** Maximum length of a post that starts a chain; replies may be longer. */
export const POST_MAX = 300;
export const REPLY_MAX = 5000;

export const EMPTY_MESSAGE = t`Message cannot be empty`;
export const POST_TOO_LONG = t`Post exceeds maximum length of 300 characters`;
export const REPLY_TOO_LONG = t`Message too long (max 5000 characters)`;

/** Maximum length of an alternative text. */
export const ALT_MAX = 300;
export const ALT_TOO_LONG = t`Image description exceeds maximum length of 300 characters`;

export type PostKind = "post" | "reply";

export function maxLength(kind: PostKind): number {
  return kind === "reply" ? REPLY_MAX : POST_MAX;
}

/** The error of a post, or null. The server runs the same checks in the same order. */
export function checkPost(content: string, kind: PostKind, relaxed: boolean): string | null {
  return checkContent(content, kind, (text) => (isProhibited(text, relaxed) ? prohibited() : null));
}

/**
 * The error of an announcement or an article comment, or null. The length limit is that of a reply;
 * shell and SQL patterns are refused in posts and messages only.
 */
export function checkCommentOrAnnouncement(content: string): string | null {
  return checkContent(content, "reply", (text) => (isHarmful(text) ? harmful() : null));
}

function checkContent(
  content: string,
  kind: PostKind,
  refusalOf: (text: string) => string | null,
): string | null {
  const text = stripControls(content).trim();
  if (!isVisible(text)) return EMPTY_MESSAGE;
  if (exceedsLength(text, maxLength(kind)))
    return kind === "reply" ? REPLY_TOO_LONG : POST_TOO_LONG;
  // Markup without visible text counts as empty.
  return refusalOf(text) ?? (isVisible(plainText(text)) ? null : EMPTY_MESSAGE);
}
