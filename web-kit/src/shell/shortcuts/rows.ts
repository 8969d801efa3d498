/**
 * Moves the focus between rows. Rows with `data-roving` belong to a list with arrow keys, which
 * also reach rows that are not rendered; rows with `data-row` are links of a simple list.
 */
const ARROWS = { 1: "ArrowDown", [-1]: "ArrowUp" } as const;

/**
 * Focuses the next or previous row of the list with the focus, or a row of the main list.
 *
 * @param opened The row whose content was just opened: the focus moves into the content.
 */
export function moveToRow(step: 1 | -1, opened: Element | null): void {
  const row = focusedRow();
  if (row === null || (row === opened && row.getAttribute("aria-current") === "page")) {
    focus(mainRow());
    return;
  }
  if (row.dataset["roving"] === undefined) {
    const rows = plainRows();
    focus(rows[rows.indexOf(row) + step]);
    return;
  }
  row.dispatchEvent(
    new KeyboardEvent("keydown", { key: ARROWS[step], bubbles: true, cancelable: true }),
  );
}

/** The row with the focus, or with a button that has it. */
export function focusedRow(): HTMLElement | null {
  const focused = document.activeElement;
  return (
    focused?.closest<HTMLElement>("[data-roving], [data-row]") ??
    focused?.closest("li")?.querySelector<HTMLElement>("[data-roving], [data-row]") ??
    null
  );
}

/** A row of the last pane with a list, such as the posts of a thread beside the other threads. */
function mainRow(): HTMLElement | undefined {
  const stops = document.querySelectorAll<HTMLElement>('#main [data-roving][tabindex="0"]');
  return [...stops].findLast((row) => row.checkVisibility()) ?? plainRows()[0];
}

function plainRows(): HTMLElement[] {
  const rows = document.querySelectorAll<HTMLElement>("#main [data-row]");
  return [...rows].filter((row) => row.checkVisibility());
}

function focus(row: HTMLElement | undefined): void {
  row?.focus();
  row?.scrollIntoView({ block: "nearest" });
}
