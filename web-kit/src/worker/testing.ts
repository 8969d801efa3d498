import { vi } from "vitest";

/** A tab as a worker sees it. */
export interface FakeTab {
  url: string;
  focused: boolean;
  focus: () => Promise<unknown>;
  navigate: (url: string) => Promise<unknown>;
  postMessage: (message: unknown) => void;
}

export function fakeTab(path: string, focused = false): FakeTab {
  return {
    url: `${location.origin}${path}`,
    focused,
    focus: vi.fn<FakeTab["focus"]>(() => Promise.resolve()),
    navigate: vi.fn<FakeTab["navigate"]>(() => Promise.resolve()),
    postMessage: vi.fn<FakeTab["postMessage"]>(),
  };
}

/** Puts a worker's global objects in place of the page's. They must be there before its code. */
export function fakeWorker(tabs: () => readonly FakeTab[]) {
  const worker = {
    clients: {
      matchAll: vi.fn<(options: object) => Promise<readonly FakeTab[]>>(() =>
        Promise.resolve(tabs()),
      ),
      openWindow: vi.fn<(path: string) => Promise<void>>(() => Promise.resolve()),
      claim: vi.fn<() => Promise<void>>(() => Promise.resolve()),
    },
    registration: {
      showNotification: vi.fn<(title: string, options: object) => Promise<void>>(() =>
        Promise.resolve(),
      ),
      unregister: vi.fn<() => Promise<boolean>>(() => Promise.resolve(true)),
    },
    skipWaiting: vi.fn<() => Promise<void>>(() => Promise.resolve()),
  };
  for (const [name, value] of Object.entries(worker)) vi.stubGlobal(name, value);
  vi.stubGlobal("BUILD_ENTRY", "/assets/index-1.js");
  vi.stubGlobal("BUILD_FILES", []);
  return worker;
}

/** Dispatches an event of a worker, and waits for all that it delays its end for. */
export async function dispatchToWorker(type: string, fields: object = {}): Promise<void> {
  const delays: Promise<unknown>[] = [];
  const waitUntil = (delay: Promise<unknown>) => void delays.push(delay);
  dispatchEvent(Object.assign(new Event(type), { ...fields, waitUntil }));
  await Promise.all(delays);
}
