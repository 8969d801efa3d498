import { call } from "@guildhall/web-kit/api/client.ts";
import type { BulkOutcome } from "@guildhall/web-kit/api/staff-role-types.ts";

/** The server's maximum number of rows in one request. */
const IDS_MAX = 100;

/** A list whose rows accept bulk actions; its segment of the path. */
export type BulkList = "users" | "invite-codes" | "affiliation-requests";

/**
 * Applies an action to several rows, one after the other: each row has its own outcome. A longer
 * selection takes several requests.
 */
export async function runBulk(
  list: BulkList,
  action: string,
  ids: readonly string[],
  reason: string,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  for (let first = 0; first < ids.length; first += IDS_MAX) {
    const body = { ids: ids.slice(first, first + IDS_MAX), action, reason };
    // Sequential: the server limits concurrent writes of one person.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await call<{ outcomes: BulkOutcome[] }>("POST", `/api/staff/${list}/bulk`, {
      body,
    });
    outcomes.push(...answer.outcomes);
  }
  return outcomes;
}
