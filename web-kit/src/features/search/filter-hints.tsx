import { t } from "@lingui/core/macro";
import { FILTER_HINTS } from "./filter-labels.ts";
import type { Filters } from "./use-filters.ts";

/** "Narrow with in: from: before: after: has:image". Each button types its filter into the field. */
export function FilterHints({ filters }: { filters: Filters }) {
  return (
    <div
      role="group"
      aria-label={t`Filters for the search`}
      className="flex flex-wrap items-center gap-1.5 px-5 py-1 text-12 text-ink-2 max-md:px-4 max-md:text-13"
    >
      <span aria-hidden>
        {t({ message: "Narrow with", context: "before in: from: has:image" })}
      </span>
      {FILTER_HINTS.map(({ name, value, about }) => (
        <button
          key={name}
          type="button"
          title={about}
          className="h-6 rounded-sm px-1.5 font-mono text-ink edge-line hover:bg-hover max-md:h-9 max-md:px-2.5"
          onClick={() => filters.add(name, value)}
        >
          <span translate="no">{`${name}:${value}`}</span>
          <span className="sr-only">, {about}</span>
        </button>
      ))}
    </div>
  );
}
