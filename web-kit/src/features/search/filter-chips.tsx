import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { CircleAlert, X } from "lucide-react";
import { filterLabel } from "./filter-labels.ts";
import type { Filters } from "./use-filters.ts";

/** The filters of the text, each with a button that removes it. */
export function FilterChips({ filters }: { filters: Filters }) {
  // The filter that is being typed may be incomplete.
  const shown = filters.complete.filter(
    (filter) =>
      filter.start !== filters.current?.start || filters.foundFor(filter)?.isKnown === true,
  );
  if (shown.length === 0) return null;
  return (
    <ul aria-label={t`Filters`} className="flex flex-wrap gap-1.5 px-5 pt-3 max-md:px-4">
      {shown.map((filter) => {
        const found = filters.foundFor(filter);
        const isUnknown = found?.isKnown === false;
        const label = filterLabel(filter, found);
        return (
          <li
            key={filter.start}
            className={clsx(
              "inline-flex h-7 max-w-full items-center gap-1 rounded-sm ps-2.5 text-12 font-medium max-md:h-9 max-md:text-13 forced-colors:border",
              isUnknown ? "bg-warning-subtle text-warning-text" : "bg-brand-subtle text-brand-text",
            )}
          >
            {isUnknown && <CircleAlert size={13} aria-hidden className="shrink-0" />}
            {isUnknown && <span className="sr-only">{t`Unknown:`} </span>}
            <span className="truncate" dir="auto">
              {label}
            </span>
            <button
              type="button"
              aria-label={t`Remove filter: ${label}`}
              className="grid size-7 shrink-0 place-items-center rounded-sm hover:bg-hover max-md:size-9"
              onClick={() => filters.remove(filter)}
            >
              <X size={13} aria-hidden />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
