import { t } from "@lingui/core/macro";
import { call, ProblemError } from "../../api/client.ts";
import type { TransferTarget } from "../../api/types.ts";
import { toast } from "../../ui/toast-store.ts";
import { raiseFlag, type TransferFlag } from "./flag.ts";

/** The target site of a transfer. */
export interface Destination {
  name: string;
  /** The portal's brand; null for the main site, whose mark every page has. */
  looks: TransferTarget["looks"] | null;
  target: { subdomain: string } | { target: "main" };
}

export const mainDestination: Destination = {
  name: "Guildhall",
  looks: null,
  target: { target: "main" },
};

/** A portal as the target of a transfer. */
export const portalDestination = ({
  brandName,
  looks,
  subdomain,
}: TransferTarget): Destination => ({
  name: brandName,
  looks,
  target: { subdomain },
});

const NOTICE_DELAY_MS = { desk: 1500, phone: 2000 };

let destination: Destination | null = null;
let flag: TransferFlag | null = null;
const listeners = new Set<() => void>();

function showNotice(next: Destination | null) {
  destination = next;
  for (const listener of listeners) listener();
}

export const switchStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: () => destination,
};

/**
 * Requests the transfer while the notice is shown long enough to be read, then leaves this site. No
 * second transfer can start until the timeout; if the page still exists then, the transfer has
 * failed.
 */
export async function switchTo(next: Destination, redirectPath = "/"): Promise<void> {
  if (destination !== null) return;
  showNotice(next);
  flag = raiseFlag(() => showNotice(null));
  const wide = matchMedia("(min-width: 48rem)").matches;
  const rest = new Promise((done) =>
    setTimeout(done, wide ? NOTICE_DELAY_MS.desk : NOTICE_DELAY_MS.phone),
  );
  try {
    const body = { ...next.target, redirectPath };
    const [{ url }] = await Promise.all([
      call<{ url: string }>("POST", "/api/transfer", { body, signal: flag.signal }),
      rest,
    ]);
    location.assign(url);
  } catch (error) {
    hideNotice();
    const words = error instanceof ProblemError ? error.detail : null;
    toast.error(words ?? t`Failed to create session for transfer`);
  }
}

function hideNotice() {
  flag?.lower();
  flag = null;
  showNotice(null);
}

// A page restored from the back/forward cache must not show the notice forever.
addEventListener("pageshow", (event) => {
  if (event.persisted) hideNotice();
});
