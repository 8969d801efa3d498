import { t } from "@lingui/core/macro";
import { type KeyboardEvent, useId, useRef } from "react";
import type { Me } from "../../api/types.ts";
import { useHasMessages } from "../../shell/contact/contact-store.ts";
import type { PaletteParts } from "../../shell/search-parts.ts";
import { RecentSearches } from "../network/recent-searches.tsx";
import { FilterChips } from "./filter-chips.tsx";
import { FilterHints } from "./filter-hints.tsx";
import { Footer } from "./footer.tsx";
import { KindFilter } from "./kind-filter.tsx";
import { optionId, ResultsList } from "./results-list.tsx";
import { ResultsState } from "./results-state.tsx";
import { isFound, type Result } from "./results.ts";
import { SearchFrame } from "./search-frame.tsx";
import { SearchLine } from "./search-line.tsx";
import { SuggestionNote } from "./suggestion-note.tsx";
import { useActiveOption } from "./use-active-option.ts";
import { useFilters } from "./use-filters.ts";
import { useGroups } from "./use-groups.ts";
import { useOpenResult } from "./use-open-result.ts";
import { useSearch } from "./use-search.ts";

export interface SearchPaletteProps {
  me: Me;
  /** Text typed before the search was loaded. */
  words: string;
  parts: PaletteParts;
  onClose: () => void;
}

/**
 * The global search: a field with options below it. It opens from the header or with ⌘K. While the
 * field is empty, it offers recent places, people, actions and recent searches. Filters such as
 * `in:` and `from:` are part of the text.
 */
export function SearchPalette({ me, words: given, parts, onClose }: SearchPaletteProps) {
  const search = useSearch(given);
  const open = useOpenResult(search.typed, onClose);
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const backToField = () => field.current?.focus();
  const filters = useFilters(search, field);
  const { groups, words, suggestions } = useGroups(me, parts, search, filters);
  const { wanted, isAnswered, isTooLong } = search;
  const results = groups.flatMap((group) => group.results);
  const count = results.filter(isCounted).length;
  const active = useActiveOption(results.map((result) => optionId(listId, result)));
  const { current } = filters;
  const isEmpty = wanted === "" && current === null;
  const problemId = `${listId}-problem`;

  const enter = (inNewTab: boolean) => {
    const result = results.find((one) => optionId(listId, one) === active.active);
    // The displayed results may belong to an earlier text; then Enter searches immediately.
    if (result !== undefined && (isAnswered || !isFound(result))) {
      open.byKey(result, inNewTab);
      return;
    }
    if (current === null && !isTooLong) open.keep();
    search.lookFor(search.typed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    // The recent searches are below the options of the empty field, and so above the first.
    const isLeaving = isEmpty && active.isLeaving(event.key) && focusRecentSearch();
    if (isLeaving || event.key === "Enter") event.preventDefault();
    if (isLeaving || active.onKey(event) || event.key !== "Enter") return;
    enter(event.metaKey || event.ctrlKey);
  };
  const list = results.length > 0 && (
    <ResultsList
      id={listId}
      groups={groups}
      words={words}
      viewerId={me.id}
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
          problem={isTooLong ? problemId : null}
          onType={(text, caret) => {
            active.choose(null);
            filters.setCaret(caret);
            search.type(text);
          }}
          onCaret={filters.setCaret}
          onKeyDown={onKeyDown}
          onClear={() => {
            search.type("");
            backToField();
          }}
        />
        <KindFilter kind={search.kind} hasMessages={useHasMessages()} onChoose={search.setKind} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <FilterChips filters={filters} />
        {current !== null && <SuggestionNote typed={current} suggestions={suggestions} />}
        {isEmpty && (
          <>
            <p className="px-5 pt-4 pb-1 text-13 text-ink-2 max-md:px-4">{t`Find people by name or handle, and everything written in your communities and messages by its words.`}</p>
            <FilterHints filters={filters} />
            {list}
            <RecentSearches
              className="px-3 pt-1 pb-3"
              onChoose={(query) => {
                backToField();
                search.lookFor(query);
              }}
              onForgotten={backToField}
            />
          </>
        )}
        {!isEmpty &&
          (wanted === "" ? (
            list
          ) : (
            <ResultsState {...{ search, filters, count, problemId }}>{list}</ResultsState>
          ))}
      </div>
      <Footer count={wanted !== "" && isAnswered ? count : null} />
    </SearchFrame>
  );
}

/** An offered filter is no result. */
function isCounted({ what }: Result): boolean {
  return what.type !== "filter";
}

/** Returns false if there is none. */
function focusRecentSearch(): boolean {
  const search = document.querySelector<HTMLElement>("[data-slot=search] [data-roving]");
  search?.focus();
  return search !== null;
}
