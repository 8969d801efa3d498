/**
 * Reads values from browser storage, which another release may have written. By hand: every page
 * loads it, and a schema would add a validation library to them.
 */

/** A property of a stored value; undefined if there is none. */
export function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

export function stringField(value: unknown, name: string): string | null {
  const found = field(value, name);
  return typeof found === "string" ? found : null;
}
