import { useEffect, useEffectEvent } from "react";

/** Shortcuts on the focused post or message. */
export type RowAction = "reply" | "like" | "react" | "edit" | "quote";

export type RowActions = Partial<Record<RowAction, (rowId: string) => void>>;

/** Of the feeds on the screen; the latest comes last. */
const offered: ((action: RowAction, rowId: string) => void)[] = [];

/** Offers shortcuts for the rows of a feed while the component is mounted. */
export function useRowActions(actions: RowActions): void {
  const run = useEffectEvent((action: RowAction, rowId: string) => actions[action]?.(rowId));
  useEffect(() => {
    const offer = (action: RowAction, rowId: string) => run(action, rowId);
    offered.push(offer);
    return () => void offered.splice(offered.indexOf(offer), 1);
  }, []);
}

/** Runs a shortcut on the row of a feed that has the focus; without such a row nothing happens. */
export function runRowAction(action: RowAction): void {
  const row = document.activeElement?.closest<HTMLElement>('[role="feed"] [data-roving]');
  const id = row?.dataset["roving"];
  if (id !== undefined) offered.at(-1)?.(action, id);
}
