import { t } from "@lingui/core/macro";
import { call, ProblemError } from "../../api/client.ts";
import { adoptSession } from "../accounts/session.ts";
import { isTransferPage, raiseFlag } from "./flag.ts";

export type Outcome = { redirectPath: string } | { refusal: string };

/** Starts redeeming the proof immediately; the screen shows the progress. */
export function transferLoader(): { outcome: Promise<Outcome> } {
  const proof = new URLSearchParams(location.hash.slice(1));
  // Before any request: the proof must not stay in the address, the history or a referrer.
  history.replaceState(history.state, "", location.pathname);
  return { outcome: redeem(proof.get("c"), proof.get("s")) };
}

async function redeem(c: string | null, s: string | null): Promise<Outcome> {
  // A transfer always loads a new page. A proof on a page that was loaded earlier was planted by
  // someone else.
  if (c === null || s === null || !isTransferPage()) return { refusal: t`No valid session found` };
  const flag = raiseFlag();
  try {
    const { redirectPath } = await call<{ success: boolean; redirectPath: string }>(
      "POST",
      "/api/transfer/redeem",
      { body: { c, s }, quiet: true, signal: flag.signal },
    );
    await adoptSession();
    return { redirectPath: /^\/(?![/\\])/.test(redirectPath) ? redirectPath : "/" };
  } catch (error) {
    return {
      refusal: error instanceof ProblemError ? error.detail : t`Transfer processing failed`,
    };
  } finally {
    flag.lower();
  }
}
