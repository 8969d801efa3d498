import { useEffect, useRef } from "react";

/**
 * Keeps the keyboard focus on the button that moved an item. At an end of the list that button is
 * disabled, so the focus goes to the one in the other direction.
 */
export function useFocusAfterMove(list: string) {
  const requested = useRef<{ key: string; by: -1 | 1 } | null>(null);
  const idOf = (key: string, by: -1 | 1) => `${list}-${key}-${by === 1 ? "down" : "up"}`;
  useEffect(() => {
    if (requested.current === null) return;
    const { key, by } = requested.current;
    requested.current = null;
    const buttons = [by, by === 1 ? (-1 as const) : (1 as const)].map((way) =>
      document.getElementById(idOf(key, way)),
    );
    buttons.find((button) => button?.matches(":enabled"))?.focus();
  });
  return {
    idOf,
    request: (key: string, by: -1 | 1) => {
      requested.current = { key, by };
    },
  };
}
