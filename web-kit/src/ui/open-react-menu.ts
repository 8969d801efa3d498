import { useSyncExternalStore } from "react";

/** The post or message whose menu of reactions is open. Keys and long presses open it as well. */
let openId: string | null = null;
const listeners = new Set<() => void>();

/** Opens the menu of this post or message, or closes the open one. */
export function openReactMenu(id: string | null): void {
  openId = id;
  for (const listen of listeners) listen();
}

/** Closes the menu if it belongs to this post or message. */
export function closeReactMenu(id: string): void {
  if (openId === id) openReactMenu(null);
}

export function useIsReactMenuOpen(id: string): boolean {
  return useSyncExternalStore(subscribe, () => openId === id);
}

function subscribe(listen: () => void): () => void {
  listeners.add(listen);
  return () => void listeners.delete(listen);
}
