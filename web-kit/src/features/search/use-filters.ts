import { type RefObject, useState } from "react";
import type { SearchFilter } from "../../api/search-types.ts";
import {
  filterAt,
  type FilterName,
  filtersIn,
  type TypedFilter,
  withFilter,
  withoutFilter,
} from "./filter-text.ts";
import { filterOf, type Suggestion } from "./suggestion.ts";
import type { Search } from "./use-search.ts";

/** The filters in the text of the field. Each change keeps the focus in the field. */
export function useFilters(search: Search, field: RefObject<HTMLInputElement | null>) {
  const { typed, lookFor, found } = search;
  const [caret, setCaret] = useState(typed.length);
  const current = filterAt(typed, caret);
  const change = (text: string) => {
    // The browser puts the caret at the end of the new text.
    setCaret(text.length);
    lookFor(text);
    field.current?.focus();
  };
  const add = (name: FilterName, value: string) => change(withFilter(typed, name, value));
  return {
    /** Those with a value. */
    complete: filtersIn(typed).filter(({ value }) => value !== ""),
    /** The filter that is being typed. */
    current,
    setCaret,
    add,
    /** Completes the filter that is being typed, or adds one. */
    choose: (suggestion: Suggestion) => {
      const { name, value } = filterOf(suggestion);
      if (current === null) add(name, value);
      else change(withFilter(typed, name, value, current));
    },
    remove: (filter: TypedFilter) => change(withoutFilter(typed, filter)),
    /** The server's reading of a filter; undefined until it has answered. */
    foundFor: ({ name, value }: TypedFilter): SearchFilter | undefined =>
      found.data?.filters.find((one) => one.name === name && one.value === value),
  };
}

export type Filters = ReturnType<typeof useFilters>;
