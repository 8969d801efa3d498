import { type RefObject, useLayoutEffect, useRef } from "react";

/** The rows of the list in order, below any element of it. */
function rowsOf(list: Element): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>("[data-item]")];
}

function focusRow(row: HTMLElement | undefined): void {
  row?.querySelector<HTMLElement>("[data-row]")?.focus({ preventScroll: true });
}

/** Moves the focus from a row that is about to leave its section to the next or previous one. */
export function focusNeighbour(row: HTMLElement): void {
  const rows = rowsOf(row.closest("[data-activity]") ?? row);
  const at = rows.indexOf(row);
  focusRow(rows[at + 1] ?? rows[at - 1] ?? row);
}

/** Keeps the reader's place if the row with the focus vanishes, such as by a live update. */
export function useKeptFocus(list: RefObject<HTMLElement | null>) {
  const last = useRef<{ id: string; at: number } | null>(null);
  // After every render, since only the server knows what has vanished.
  useLayoutEffect(() => {
    if (list.current === null || last.current === null) return;
    if (document.activeElement !== document.body) return;
    const { id, at } = last.current;
    const rows = rowsOf(list.current);
    if (rows.some(({ dataset }) => dataset["item"] === id)) return;
    focusRow(rows[at] ?? rows.at(-1));
  });
  return (target: Element) => {
    const row = target.closest<HTMLElement>("[data-item]");
    if (row === null || list.current === null) return;
    last.current = { id: row.dataset["item"] ?? "", at: rowsOf(list.current).indexOf(row) };
  };
}
