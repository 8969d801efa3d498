import { useRef } from "react";
import { newKey } from "./new-key.ts";

/** The idempotency key of what is sent: the same words sent again are the same, others are new. */
export function useKeys(): (words: object) => string {
  const last = useRef({ said: "", key: "" });
  return (words) => {
    const said = JSON.stringify(words);
    if (last.current.said !== said) last.current = { said, key: newKey() };
    return last.current.key;
  };
}
