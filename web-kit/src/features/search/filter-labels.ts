import { t } from "@lingui/core/macro";
import type { SearchFilter } from "../../api/search-types.ts";
import { dayLabel, isoDay } from "./filter-days.ts";
import type { FilterName, TypedFilter } from "./filter-text.ts";

/** What is inserted into the field by the hint row, and what it does. */
export const FILTER_HINTS: readonly { name: FilterName; value: string; about: string }[] = [
  { name: "in", value: "", about: t`in a community` },
  { name: "from", value: "", about: t`from a person` },
  { name: "before", value: "", about: t`before a day` },
  { name: "after", value: "", about: t`after a day` },
  { name: "has", value: "image", about: t`with an image` },
];

/**
 * A filter in words, such as "In Long Spans" or "Before 1 March 2026".
 *
 * @param found The server's reading of it, once it has answered.
 */
export function filterLabel({ name, value }: TypedFilter, found: SearchFilter | undefined): string {
  const label = found?.label ?? value;
  switch (name) {
    case "in":
      return t({ message: `In ${label}`, context: "filter of the search" });
    case "from":
      return value.toLowerCase() === "me"
        ? t({ message: "From you", context: "filter of the search" })
        : t({ message: `From ${label}`, context: "filter of the search" });
    case "before":
      return t`Before ${{ day: dayLabel(value) ?? value }}`;
    case "after":
      return t`After ${{ day: dayLabel(value) ?? value }}`;
    case "has":
      return value.toLowerCase() === "image" ? t`With an image` : `has:${value}`;
  }
}

/** Explains why a filter finds nothing. */
export function unknownFilterMessage({ name, value }: Pick<TypedFilter, "name" | "value">): string {
  switch (name) {
    case "in":
      return t`There is no community “${value}” that you can search.`;
    case "from":
      return t`There is no person “${value}”. Use a handle such as @ada, a full name in quotes, or me.`;
    case "before":
    case "after": {
      const example = isoDay(new Date());
      return t`“${value}” is not a day. Write it as year-month-day, such as ${example}.`;
    }
    case "has":
      return t`“has:${value}” is unknown. Only has:image is possible.`;
  }
}
