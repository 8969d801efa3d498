/** Chromium's event when the site can be installed; not part of the standard library's types. */
export interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
  userChoice: Promise<{ outcome: "accepted" | "dismissed" }>;
}

interface Installability {
  /** The event, until it is used; null where the browser offers no installation. */
  event: InstallEvent | null;
  /** When it came, in milliseconds since the epoch. */
  at: number | null;
}

let state: Installability = { event: null, at: null };
const listeners = new Set<() => void>();

function change(next: Installability): void {
  state = next;
  for (const listener of listeners) listener();
}

export const installability = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): Installability => state,
  /** An event can be used only once. */
  use(): InstallEvent | null {
    const { event } = state;
    change({ event: null, at: null });
    return event;
  },
};

/** Holds the browser's own prompt back. Called at the start, because the event may come early. */
export function captureInstallEvent(): void {
  addEventListener("beforeinstallprompt", (event) => {
    if (!isInstallEvent(event)) return;
    event.preventDefault();
    change({ event, at: Date.now() });
  });
  addEventListener("appinstalled", () => change({ event: null, at: null }));
}

function isInstallEvent(event: Event): event is InstallEvent {
  return typeof Reflect.get(event, "prompt") === "function";
}
