import { t } from "@lingui/core/macro";
import { z } from "zod/mini";
import type { JoinRequest } from "../../../api/types.ts";
import { normaliseCode } from "../../../forms/account-rules.ts";
import { optionalNote } from "../rules.ts";

export const REQUEST_MESSAGE_MAX = 5000;

export const requestSchema = z.object({ message: optionalNote(REQUEST_MESSAGE_MAX) });

const CODE_MISSING = t`Please enter a valid private code`;

/** Codes are compared in upper case, however they were typed. */
export const codeSchema = z.object({
  code: z.string().check(z.overwrite(normaliseCode), z.minLength(1, CODE_MISSING)),
});

const RECENT_REJECTION_MS = 30 * 24 * 60 * 60 * 1000;

/** Recently rejected requests, given the newest first, that no later request follows. */
export function recentlyRejected(requests: readonly JoinRequest[], now: number): JoinRequest[] {
  const seen = new Set<string>();
  return requests.filter(({ communityId, status, updatedAt }) => {
    const isLatest = !seen.has(communityId);
    seen.add(communityId);
    return isLatest && status === "rejected" && now - Date.parse(updatedAt) < RECENT_REJECTION_MS;
  });
}
