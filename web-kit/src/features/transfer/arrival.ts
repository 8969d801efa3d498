import { call, ProblemError } from "../../api/client.ts";
import { adoptSession } from "../accounts/session.ts";

export type Outcome = { redirectPath: string } | { refusal: string };

/** Starts the arrival at once; the screen shows how it goes. */
export function transferLoader(): { outcome: Promise<Outcome> } {
  const proof = new URLSearchParams(location.hash.slice(1));
  // Before anything is sent: the proof must not stay in the address, the history or a referrer.
  history.replaceState(history.state, "", location.pathname);
  return { outcome: redeem(proof.get("c"), proof.get("s")) };
}

async function redeem(c: string | null, s: string | null): Promise<Outcome> {
  if (c === null || s === null) return { refusal: "No valid session found" };
  try {
    const { redirectPath } = await call<{ success: boolean; redirectPath: string }>(
      "POST",
      "/api/transfer/redeem",
      { body: { c, s }, quiet: true },
    );
    await adoptSession();
    return { redirectPath: /^\/(?![/\\])/.test(redirectPath) ? redirectPath : "/" };
  } catch (error) {
    return { refusal: error instanceof ProblemError ? error.detail : "Transfer processing failed" };
  }
}
