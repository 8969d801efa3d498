import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { nextIndex } from "./use-roving.ts";

/** The post that is the feed's single tab stop: the newest, until another one was focused. */
export function useTabStop(ids: readonly string[], has: (postId: string) => boolean) {
  const [active, setActive] = useState<string | null>(null);
  const current = active !== null && has(active) ? active : (ids.at(-1) ?? null);
  return { current, setActive };
}

/** Keeps the arrow keys of a control inside a post from moving between the posts. */
export function stopFeedKeys(event: KeyboardEvent): void {
  if (["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) event.stopPropagation();
}

export interface FeedKeysOptions {
  feed: RefObject<HTMLDivElement | null>;
  ids: readonly string[];
  stop: ReturnType<typeof useTabStop>;
  reveal: (postId: string) => void;
}

/** Arrow keys move between posts, including those that are not rendered. */
export function useFeedKeys({ feed, ids, stop, reveal }: FeedKeysOptions) {
  const { current, setActive } = stop;
  const moving = useRef(false);
  useLayoutEffect(() => {
    if (!moving.current || current === null) return;
    moving.current = false;
    feed.current
      ?.querySelector<HTMLElement>(`[data-roving="${CSS.escape(current)}"]`)
      ?.focus({ preventScroll: true });
    reveal(current);
  }, [current, feed, reveal]);
  return useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      // React also delivers key events of dialogs here, which are rendered outside this element.
      if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
      const here = current === null ? -1 : ids.indexOf(current);
      const next = ids[nextIndex(event, here, ids.length) ?? -1];
      if (next === undefined) return;
      event.preventDefault();
      moving.current = next !== current;
      setActive(next);
    },
    [current, ids, setActive],
  );
}
