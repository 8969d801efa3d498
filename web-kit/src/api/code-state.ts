import { t } from "@lingui/core/macro";
import { serverNow } from "./server-clock.ts";
import type { InviteCode } from "./staff-types.ts";

export interface CodeState {
  isUsable: boolean;
  /** "Active", or the reason why it cannot be used. */
  label: string;
}

/** The state of a code. */
export function codeState(code: InviteCode, now = serverNow()): CodeState {
  if (!code.isActive) return { isUsable: false, label: t`Deactivated` };
  if (code.expiresAt !== null && Date.parse(code.expiresAt) <= now) {
    return { isUsable: false, label: t`Expired` };
  }
  if (code.maxUses !== null && code.usageCount >= code.maxUses) {
    return { isUsable: false, label: t`Used up` };
  }
  return { isUsable: true, label: t`Active` };
}
