import type { SupportConversation } from "@guildhall/web-kit/api/support-types.ts";
import type { Me } from "@guildhall/web-kit/api/types.ts";

/**
 * A canned answer for a chat. Its placeholders of the person and of staff are filled; those of a
 * ticket stay, as in the answers that the server fills.
 */
export function fillForChat(body: string, chat: SupportConversation, staff: Me): string {
  const values = new Map([
    ["{firstName}", chat.userDisplayName.split(" ")[0] ?? chat.userDisplayName],
    ["{fullName}", chat.userDisplayName],
    ["{staffName}", `${staff.firstName} ${staff.lastName}`.trim()],
  ]);
  return body.replaceAll(/\{\w+\}/g, (placeholder) => values.get(placeholder) ?? placeholder);
}
