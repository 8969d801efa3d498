const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";
const given = new WeakMap<object, string>();

/** A short name for one failure, the same each time it is drawn, for the member to quote to support. */
export function referenceFor(error: unknown): string {
  if (typeof error !== "object" || error === null) return fresh();
  const known = given.get(error);
  if (known !== undefined) return known;
  const reference = fresh();
  given.set(error, reference);
  return reference;
}

function fresh(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  const letters = Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join("");
  return `gh-${letters.slice(0, 4)}-${letters.slice(4)}`;
}
