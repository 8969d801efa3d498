import { t } from "@lingui/core/macro";
import { type KeyboardEvent, useId, useRef } from "react";
import type { Me } from "../../api/types.ts";
import { RecentSearches } from "../network/recent-searches.tsx";
import type { PaletteParts } from "../../shell/search-parts.ts";
import { Footer } from "./footer.tsx";
import { ResultsState } from "./results-state.tsx";
import { KindFilter } from "./kind-filter.tsx";
import { optionId, ResultsList } from "./results-list.tsx";
import { groupsBeforeTyping, groupsOf, isFound, type Offers } from "./results.ts";
import { SearchFrame } from "./search-frame.tsx";
import { SearchLine } from "./search-line.tsx";
import { useActiveOption } from "./use-active-option.ts";
import { useOffers } from "./use-offers.ts";
import { useOpenResult } from "./use-open-result.ts";
import { useSearch } from "./use-search.ts";
import { splitTerms } from "../../content/terms.ts";

export interface SearchPaletteProps {
  me: Me;
  /** Text typed before the search was loaded. */
  words: string;
  parts: PaletteParts;
  onClose: () => void;
}

const NO_OFFERS: Offers = { places: [], actions: [], recent: [], senderId: null };

/**
 * The global search: a field with options below it. It opens from the header or with ⌘K. While the
 * field is empty, it offers recent places, people, actions and recent searches.
 */
export function SearchPalette({ me, words: given, parts, onClose }: SearchPaletteProps) {
  const search = useSearch(given);
  const open = useOpenResult(search.typed, onClose);
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const backToField = () => field.current?.focus();
  const { wanted, requested, isAnswered } = search;

  const allOffers = useOffers(me, parts);
  const offers = search.kind === "all" ? allOffers : { ...NO_OFFERS, senderId: allOffers.senderId };
  // What is offered here follows each key press; the server's results belong to an earlier one.
  const words = splitTerms(wanted);
  // Without a search text, cached results would be those of an earlier search.
  const items = requested === "" ? [] : (search.found.data?.items ?? []);
  const groups = wanted === "" ? groupsBeforeTyping(offers) : groupsOf(items, offers, words);
  const results = groups.flatMap((group) => group.results);
  const active = useActiveOption(results.map((result) => optionId(listId, result)));

  const enter = (inNewTab: boolean) => {
    const result = results.find((one) => optionId(listId, one) === active.active);
    // The displayed results may belong to an earlier text; then Enter searches immediately.
    if (result !== undefined && (isAnswered || !isFound(result))) {
      open.byKey(result, inNewTab);
      return;
    }
    open.keep();
    search.lookFor(search.typed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    // The recent searches are below the options of the empty field, and so above the first.
    const isLeaving = wanted === "" && active.isLeaving(event.key) && focusRecentSearch();
    if (isLeaving || event.key === "Enter") event.preventDefault();
    if (isLeaving || active.onKey(event) || event.key !== "Enter") return;
    enter(event.metaKey || event.ctrlKey);
  };
  const list = (
    <ResultsList
      id={listId}
      groups={groups}
      words={words}
      active={active.active}
      isBusy={wanted !== "" && !isAnswered}
      onPoint={active.choose}
      onOpen={open.byClick}
    />
  );
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
            <p className="px-5 pt-4 pb-1 text-13 text-ink-2">{t`Find people by name or handle, and communities, posts and Insights by their text.`}</p>
            {results.length > 0 && list}
            <RecentSearches
              className="px-3 pt-1 pb-3"
              onChoose={(query) => {
                backToField();
                search.lookFor(query);
              }}
              onForgotten={backToField}
            />
          </>
        ) : (
          <ResultsState search={search} count={results.length}>
            {list}
          </ResultsState>
        )}
      </div>
      <Footer count={wanted !== "" && isAnswered ? results.length : null} />
    </SearchFrame>
  );
}

/** Returns false if there is none. */
function focusRecentSearch(): boolean {
  const search = document.querySelector<HTMLElement>("[data-slot=search] [data-roving]");
  search?.focus();
  return search !== null;
}
