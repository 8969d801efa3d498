import { type KeyboardEvent, useEffect, useState } from "react";

const STEPS: Record<string, 1 | -1 | undefined> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * The option that Enter opens while the focus stays in the field: the first, until arrow keys or
 * the pointer choose another.
 */
export function useActiveOption(ids: readonly string[]) {
  const [chosen, setChosen] = useState<string | null>(null);
  const at = Math.max(0, chosen === null ? 0 : ids.indexOf(chosen));
  const active = ids[at] ?? null;
  useEffect(() => {
    if (chosen !== null) document.getElementById(chosen)?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return {
    active,
    choose: setChosen,
    /** True if the key would wrap around. */
    isLeaving: (key: string): boolean => {
      const step = STEPS[key];
      return step !== undefined && ids[at + step] === undefined;
    },
    /** Returns true if the key moved the selection. */
    onKey: (event: KeyboardEvent): boolean => {
      const step = STEPS[event.key];
      if (step === undefined || ids.length === 0) return false;
      event.preventDefault();
      setChosen(ids[(at + step + ids.length) % ids.length] ?? null);
      return true;
    },
  };
}
