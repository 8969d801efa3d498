const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";
const issuedReferences = new WeakMap<object, string>();

/** A short reference for an error, stable across renders, that a member can quote to support. */
export function errorReference(error: unknown): string {
  if (typeof error !== "object" || error === null) return fresh();
  const known = issuedReferences.get(error);
  if (known !== undefined) return known;
  const reference = fresh();
  issuedReferences.set(error, reference);
  return reference;
}

function fresh(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  const letters = Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join("");
  return `gh-${letters.slice(0, 4)}-${letters.slice(4)}`;
}
