import { call, ProblemError } from "../../api/client.ts";
import { toast } from "../../ui/toast-store.ts";

/** Where somebody is being taken, with their session. */
export interface Destination {
  name: string;
  initial: string | null;
  target: { subdomain: string } | { target: "main" };
}

const waitMs = { desk: 1500, phone: 2000 };

let destination: Destination | null = null;
const listeners = new Set<() => void>();

function show(next: Destination | null) {
  destination = next;
  for (const listener of listeners) listener();
}

export const switching = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: () => destination,
};

/** Makes the transfer while the notice stands long enough to be read, then leaves this site. */
export async function switchTo(next: Destination): Promise<void> {
  if (destination !== null) return;
  show(next);
  const wide = matchMedia("(min-width: 48rem)").matches;
  const rest = new Promise((done) => setTimeout(done, wide ? waitMs.desk : waitMs.phone));
  try {
    const body = { ...next.target, redirectPath: "/" };
    const [{ url }] = await Promise.all([
      call<{ url: string }>("POST", "/api/transfer", { body }),
      rest,
    ]);
    location.assign(url);
  } catch (error) {
    show(null);
    const words = error instanceof ProblemError ? error.detail : null;
    toast.error(words ?? "Failed to create session for transfer");
  }
}

// A page restored from the browser's memory must not stand in the notice for ever.
addEventListener("pageshow", (event) => {
  if (event.persisted) show(null);
});
