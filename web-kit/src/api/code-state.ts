import { serverNow } from "./server-clock.ts";
import type { InviteCode } from "./staff-types.ts";

/** The state of a code, with the reason if it cannot be used. */
export function codeState(
  code: InviteCode,
  now = serverNow(),
): "Active" | "Deactivated" | "Expired" | "Used up" {
  if (!code.isActive) return "Deactivated";
  if (code.expiresAt !== null && Date.parse(code.expiresAt) <= now) return "Expired";
  if (code.maxUses !== null && code.usageCount >= code.maxUses) return "Used up";
  return "Active";
}
