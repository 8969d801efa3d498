import type { BrowserContext } from "@playwright/test";

/**
 * Methods of a browser context with no lasting effect once its pages are closed, its storage is
 * cleared and its headers are reset. The others in this list are the event emitter's, which
 * Playwright calls itself.
 */
const passing = new Set([
  "addCookies",
  "browser",
  "clearCookies",
  "cookies",
  "isClosed",
  "newPage",
  "pages",
  "serviceWorkers",
  "setExtraHTTPHeaders",
  "emit",
  "eventNames",
  "getMaxListeners",
  "listenerCount",
  "listeners",
  "off",
  "rawListeners",
  "removeListener",
]);

/**
 * Reports calls with an effect that outlives the pages: clock, route, init script, listener.
 * Unknown methods count as such.
 */
export function watchBrowserChanges(context: BrowserContext, tell: () => void): void {
  for (const tool of [context, context.clock, context.tracing, context.credentials]) {
    for (const name of methodsOf(tool)) {
      const method: unknown = Reflect.get(tool, name);
      if (passing.has(name) || typeof method !== "function") continue;
      const told = (...given: unknown[]): unknown => {
        tell();
        return Reflect.apply(method, tool, given);
      };
      Object.defineProperty(tool, name, { value: told, configurable: true, writable: true });
    }
  }
}

/** The public methods of an object and its classes. */
function methodsOf(tool: object): Set<string> {
  const names = new Set<string>();
  let level: object | null = tool;
  while (level !== null && level !== Object.prototype) {
    for (const name of Object.getOwnPropertyNames(level)) {
      const accessor = Object.getOwnPropertyDescriptor(level, name)?.get !== undefined;
      if (!accessor && name !== "constructor" && !name.startsWith("_")) names.add(name);
    }
    level = Reflect.getPrototypeOf(level);
  }
  return names;
}
