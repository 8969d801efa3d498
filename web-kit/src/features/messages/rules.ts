import { t } from "@lingui/core/macro";
import { serverNow } from "../../api/server-clock.ts";
import type { Message } from "../../api/message-types.ts";
import { ProblemError } from "../../api/problem.ts";

export const MESSAGE_MAX = 5000;
/** Remaining characters from which the counter is shown. */
export const COUNTER_BELOW = 1000;
/** Maximum people in a group, including its creator. */
export const GROUP_MAX = 12;
export const GROUP_NAME_MAX = 100;

/** Stored in a draft in place of the viewer's own name, when they reply to themselves. */
export const OWN_NAME = "yourself";

const EDIT_WINDOW_MS = 15 * 60_000;

export const CONVERSATIONS_FAILED = t`Failed to load conversations`;
export const MESSAGES_FAILED = t`Failed to load messages`;
export const CREATE_FAILED = t`Failed to create conversation`;
export const CREATED = t`New conversation created`;
export const SEND_FAILED = t`Failed to send message`;

/** True if the viewer may still edit the message. */
export function mayEdit(message: Message, viewerId: string): boolean {
  if (message.senderId !== viewerId || message.deleted || message.kind !== "text") return false;
  return serverNow() < Date.parse(message.timestamp) + EDIT_WINDOW_MS;
}

/** The message of a failed load (A-244, C-097, C-101). */
export function loadMessage(error: unknown, what: "conversations" | "messages"): string {
  if (error instanceof ProblemError) {
    if (error.status === 403) {
      return what === "conversations"
        ? t`Unable to load conversations. Please check your permissions.`
        : t`Unable to load messages. Please check your permissions.`;
    }
    if (error.code === "unavailable") return error.detail;
  }
  return what === "conversations" ? CONVERSATIONS_FAILED : MESSAGES_FAILED;
}

/** The reason why a message was not sent, after which its text can be sent again. */
export function sendFailure(error: unknown): string {
  const isRefused = error instanceof ProblemError && error.status >= 400 && error.status < 500;
  return isRefused ? error.detail : SEND_FAILED;
}
