import { t } from "@lingui/core/macro";
import { type KeyboardEvent, useId, useRef } from "react";
import type { Me } from "../../api/types.ts";
import { useHasMessages } from "../../shell/contact/contact-store.ts";
import { useNav } from "../../shell/nav-items.ts";
import { RecentSearches } from "../network/recent-searches.tsx";
import { Footer } from "./footer.tsx";
import { ResultsState } from "./results-state.tsx";
import { KindFilter } from "./kind-filter.tsx";
import { optionId, ResultsList } from "./results-list.tsx";
import { groupsOf } from "./results.ts";
import { SearchFrame } from "./search-frame.tsx";
import { SearchLine } from "./search-line.tsx";
import { useActiveOption } from "./use-active-option.ts";
import { useOpenResult } from "./use-open-result.ts";
import { useSearch } from "./use-search.ts";
import { splitTerms } from "./terms.ts";

/**
 * The global search: a field with options below it. It opens from the header or with ⌘K, starts
 * with text typed before it was loaded, and offers recent searches while empty.
 */
export function SearchPalette(props: { me: Me; words: string; onClose: () => void }) {
  const { me, words: given, onClose } = props;
  const search = useSearch(given);
  const open = useOpenResult(search.typed, onClose);
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const backToField = () => field.current?.focus();
  const { wanted, requested, isAnswered } = search;

  const allPlaces = useNav("search", me);
  const places = search.kind === "all" ? allPlaces : [];
  const words = splitTerms(requested);
  // Without a search text, cached results would be those of an earlier search.
  const items = requested === "" ? [] : (search.found.data?.items ?? []);
  const senderId = useHasMessages() ? me.id : null;
  const groups = wanted === "" ? [] : groupsOf(items, { places, senderId }, words);
  const results = groups.flatMap((group) => group.results);
  const active = useActiveOption(results.map((result) => optionId(listId, result)));

  const enter = (inNewTab: boolean) => {
    const result = results.find((one) => optionId(listId, one) === active.active);
    open.keep();
    // The displayed results may belong to an earlier text; then Enter searches immediately.
    if (isAnswered && result !== undefined) open.byKey(result, inNewTab);
    else search.lookFor(search.typed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || active.onKey(event)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      enter(event.metaKey || event.ctrlKey);
    } else if (event.key === "ArrowDown" && wanted === "") {
      event.preventDefault();
      document.querySelector<HTMLElement>("[data-slot=search] [data-roving]")?.focus();
    }
  };
  return (
    <SearchFrame onClose={onClose}>
      <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line-soft px-5 py-3 max-md:border-0 max-md:px-4 max-md:pb-1">
        <SearchLine
          ref={field}
          typed={search.typed}
          list={listId}
          isOpen={results.length > 0}
          active={active.active}
          onType={(text) => {
            active.choose(null);
            search.type(text);
          }}
          onKeyDown={onKeyDown}
          onClear={() => {
            search.type("");
            backToField();
          }}
        />
        <KindFilter kind={search.kind} onChoose={search.setKind} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {wanted === "" ? (
          <>
            <p className="px-5 pt-4 pb-2 text-13 text-ink-2">{t`Find people by name or handle, and communities, posts and Insights by their text.`}</p>
            <RecentSearches
              className="px-3 pb-3"
              onChoose={(query) => {
                backToField();
                search.lookFor(query);
              }}
              onForgotten={backToField}
            />
          </>
        ) : (
          <ResultsState search={search} count={results.length}>
            <ResultsList
              id={listId}
              groups={groups}
              words={words}
              active={active.active}
              isBusy={!isAnswered}
              onPoint={active.choose}
              onOpen={open.byClick}
            />
          </ResultsState>
        )}
      </div>
      <Footer count={wanted !== "" && isAnswered ? results.length : null} />
    </SearchFrame>
  );
}
