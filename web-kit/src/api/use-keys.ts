import { useRef } from "react";
import { newIdempotencyKey } from "./idempotency-key.ts";

/**
 * Returns the idempotency key of a body: the previous key while the body is the same, otherwise a
 * new one.
 */
export function useKeys(): (words: object) => string {
  const last = useRef({ said: "", key: "" });
  return (words) => {
    const said = JSON.stringify(words);
    if (last.current.said !== said) last.current = { said, key: newIdempotencyKey() };
    return last.current.key;
  };
}
