/** The entry script of this page; its name changes with every build. */
export function pageBuild(): string {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return entry === null ? "" : new URL(entry.src).pathname;
}

/** True if the worker answered with the stored page, because there was no connection. */
export function isStartedOffline(): boolean {
  return document.documentElement.hasAttribute("data-offline");
}
