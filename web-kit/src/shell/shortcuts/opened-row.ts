let opened: Element | null = null;

/**
 * Watches which row was just opened with a click or Enter: the next key then moves in what it
 * opened. After Escape or an arrow key it moves in the list again. Returns a function that stops.
 */
export function watchOpenedRow(): () => void {
  addEventListener("click", onClick, { capture: true });
  addEventListener("keydown", onKey, { capture: true });
  return () => {
    removeEventListener("click", onClick, { capture: true });
    removeEventListener("keydown", onKey, { capture: true });
  };
}

/** The row that was just opened, once. */
export function takeOpenedRow(): Element | null {
  const row = opened;
  opened = null;
  return row;
}

function onClick({ target }: MouseEvent): void {
  opened = target instanceof Element ? target.closest("a[data-roving]") : null;
}

function onKey({ key }: KeyboardEvent): void {
  if (key !== "Enter" && key.length > 1) opened = null;
}
