import { type Range, useVirtualizer } from "@tanstack/react-virtual";
import {
  type FocusEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { OVERSCAN, rangeWithRow } from "./virtual-range.ts";

/** The next page is requested when this many rows are left. */
const NEAR_ROWS = 10;

/** The part of an infinite query that a self-loading list needs. */
export interface NextPages {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

export interface LongListProps<Item> {
  label: string;
  items: readonly Item[];
  idOf: (item: Item) => string;
  /** Estimated height of a row in pixels until it has been measured. */
  rowHeight: number;
  more: NextPages;
  /** The row with the list's single tab stop, if it has one. */
  tabStop?: string | null;
  className?: string;
  rowClassName?: string;
  children: (item: Item) => ReactNode;
}

/**
 * A virtual list: only rows near the viewport are rendered, and space is reserved for the others.
 * The next page loads automatically near the end; after an error, a button below the list retries.
 */
export function LongList<Item>(props: LongListProps<Item>) {
  const { label, items, idOf, more, tabStop = null } = props;
  const { list, above, virtual, onFocus } = useRows(items, idOf, props.rowHeight, tabStop);
  const rows = virtual.getVirtualItems();
  const end = above + virtual.getTotalSize();
  useNextPage(more, isNear(virtual, end, NEAR_ROWS * props.rowHeight));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only tracks the focus
    <ul
      ref={list}
      aria-label={label}
      onFocus={onFocus}
      className={props.className}
      style={{ position: "relative", height: virtual.getTotalSize() }}
    >
      {rows.map(({ index, key, start }) => {
        const item = items[index];
        return item === undefined ? null : (
          <li
            key={String(key)}
            ref={virtual.measureElement}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={more.hasNextPage ? -1 : items.length}
            className={props.rowClassName}
            style={{ position: "absolute", insetInline: 0, top: start - above }}
          >
            {props.children(item)}
          </li>
        );
      })}
    </ul>
  );
}

type Rows = ReturnType<typeof useRows>["virtual"];

function useRows<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  rowHeight: number,
  tabStop: string | null,
) {
  const list = useRef<HTMLUListElement>(null);
  const above = useAbove(list);
  // The focused row stays rendered, otherwise the focus would be lost.
  const [focused, setFocused] = useState<string | null>(null);
  const stays = focused ?? tabStop;
  const stored = stays === null ? -1 : items.findIndex((item) => idOf(item) === stays);
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not used
  const virtual = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: items.length,
    getScrollElement: () => list.current && scrollerOf(list.current),
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : idOf(item);
    },
    estimateSize: () => rowHeight,
    rangeExtractor: useCallback((range: Range) => rangeWithRow(stored, range), [stored]),
    overscan: OVERSCAN,
    scrollMargin: above,
  });
  const onFocus = ({ target }: FocusEvent) => {
    const item = items[Number(target.closest("[data-index]")?.getAttribute("data-index") ?? -1)];
    setFocused(item === undefined || tabStop !== null ? null : idOf(item));
  };
  return { list, above, virtual, onFocus };
}

/** Height of the content above the list in the same scroll container. */
function useAbove(list: { current: HTMLUListElement | null }): number {
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => {
    const rows = list.current;
    if (rows === null) return;
    const measure = () => {
      // The scroll container differs after a change to the phone layout.
      const box = scrollerOf(rows);
      const top = rows.getBoundingClientRect().top - box.getBoundingClientRect().top;
      setAbove(Math.round(top + box.scrollTop));
    };
    const observer = new ResizeObserver(measure);
    // Content that grows above the list also changes the height of a common ancestor.
    const scroller = scrollerOf(rows);
    for (let place: HTMLElement | null = rows; place !== null; place = place.parentElement) {
      observer.observe(place);
      if (place === scroller) break;
    }
    return () => observer.disconnect();
  }, [list]);
  return above;
}

function useNextPage(more: NextPages, isWanted: boolean) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = more;
  // Not while the query is fetching: a concurrent refetch of all pages would drop the request. It
  // is repeated afterwards.
  const mayAsk = isWanted && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (mayAsk) fetchNextPage();
  }, [mayAsk, fetchNextPage]);
}

/** True if an offset is within this distance of the viewport. */
function isNear({ scrollOffset, scrollElement }: Rows, place: number, within: number): boolean {
  const from = scrollOffset ?? 0;
  const until = from + (scrollElement?.clientHeight ?? 0);
  return place > from - within && place < until + within;
}

/** The scroll container of an element. */
function scrollerOf(element: HTMLElement): HTMLElement {
  for (let box = element.parentElement; box !== null; box = box.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  }
  return document.documentElement;
}
