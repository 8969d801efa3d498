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
import { OVERSCAN, withRow } from "./virtual-range.ts";

/** So many rows before the end of what is loaded, the next page is asked for. */
const NEAR_ROWS = 10;

/** What of an infinite query a list needs that asks for its next page itself. */
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
  /** About how tall a row is, in pixels, until it has been seen. */
  rowHeight: number;
  more: NextPages;
  /** The row with the list's one tab stop, where it has only one. */
  tabStop?: string | null;
  className?: string;
  rowClassName?: string;
  children: (item: Item) => ReactNode;
}

/**
 * A list that may be thousands of rows long: those near what is on screen are in the page, the others
 * are only the room that they take. The next page is asked for as its place comes near; after a
 * failure that is left to the button below the list.
 */
export function LongList<Item>(props: LongListProps<Item>) {
  const { label, items, idOf, more, tabStop = null } = props;
  const { list, above, virtual, onFocus } = useRows(items, idOf, props.rowHeight, tabStop);
  const rows = virtual.getVirtualItems();
  const end = above + virtual.getTotalSize();
  useNextPage(more, isNear(virtual, end, NEAR_ROWS * props.rowHeight));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only looks where the focus is
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
  // What has the focus stays in the page, or the focus would be nowhere.
  const [focused, setFocused] = useState<string | null>(null);
  const stays = focused ?? tabStop;
  const kept = stays === null ? -1 : items.findIndex((item) => idOf(item) === stays);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled by React
  const virtual = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: items.length,
    getScrollElement: () => list.current && scrollerOf(list.current),
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : idOf(item);
    },
    estimateSize: () => rowHeight,
    rangeExtractor: useCallback((range: Range) => withRow(kept, range), [kept]),
    overscan: OVERSCAN,
    scrollMargin: above,
  });
  const onFocus = ({ target }: FocusEvent) => {
    const item = items[Number(target.closest("[data-index]")?.getAttribute("data-index") ?? -1)];
    setFocused(item === undefined || tabStop !== null ? null : idOf(item));
  };
  return { list, above, virtual, onFocus };
}

/** How much stands above the list in the same scroll. */
function useAbove(list: { current: HTMLUListElement | null }): number {
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => {
    const rows = list.current;
    if (rows === null) return;
    const measure = () => {
      // Another one after the window has become a phone's.
      const box = scrollerOf(rows);
      const top = rows.getBoundingClientRect().top - box.getBoundingClientRect().top;
      setAbove(Math.round(top + box.scrollTop));
    };
    const observer = new ResizeObserver(measure);
    // What grows above the list makes a place taller that both are in.
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
  // While anything of it is fetched: what was asked for is dropped where all of it is fetched anew in the same
  // moment, and is asked for again after that.
  const mayAsk = isWanted && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (mayAsk) fetchNextPage();
  }, [mayAsk, fetchNextPage]);
}

/** Whether a place is on screen or no further from it than so much. */
function isNear({ scrollOffset, scrollElement }: Rows, place: number, within: number): boolean {
  const from = scrollOffset ?? 0;
  const until = from + (scrollElement?.clientHeight ?? 0);
  return place > from - within && place < until + within;
}

/** What an element scrolls in. */
function scrollerOf(element: HTMLElement): HTMLElement {
  for (let box = element.parentElement; box !== null; box = box.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  }
  return document.documentElement;
}
