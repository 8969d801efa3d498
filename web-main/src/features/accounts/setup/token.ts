/**
 * The token of a setup link. It arrives in the fragment, which is never sent to a server, and is
 * moved into the history state immediately. A reload keeps it, but a copied address does not
 * contain it.
 */
export function takeSetupToken(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given === null) return storedToken(history.state);
  const state: unknown = history.state;
  const before = typeof state === "object" && state !== null ? state : {};
  history.replaceState({ ...before, usr: { setupToken: given } }, "", location.pathname);
  return given;
}

function storedToken(state: unknown): string {
  if (typeof state !== "object" || state === null) return "";
  const own: unknown = Reflect.get(state, "usr");
  if (typeof own !== "object" || own === null) return "";
  const token: unknown = Reflect.get(own, "setupToken");
  return typeof token === "string" ? token : "";
}
