import { useEffect, useSyncExternalStore } from "react";
import { type PromptKind, promptQueue } from "./prompt-queue.ts";

/** Asks for the place of a prompt while `wanted`; returns true while it is its turn. */
export function usePrompt(kind: PromptKind, wanted: boolean): boolean {
  useEffect(() => {
    if (!wanted) return;
    promptQueue.request(kind);
    return () => promptQueue.withdraw(kind);
  }, [kind, wanted]);
  const current = useSyncExternalStore(promptQueue.subscribe, promptQueue.snapshot);
  return wanted && current === kind;
}
