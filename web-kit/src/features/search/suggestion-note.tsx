import { t } from "@lingui/core/macro";
import { Button } from "../../ui/button.tsx";
import { useBackOnline, useOnline } from "../../ui/use-online.ts";
import { isoDay } from "./filter-days.ts";
import type { TypedFilter } from "./filter-text.ts";
import type { Suggestions } from "./use-suggestions.ts";

/** A line about the filter that is being typed: its format, or why nothing is offered. */
export function SuggestionNote(props: { typed: TypedFilter; suggestions: Suggestions }) {
  const { suggestions } = props;
  const online = useOnline();
  useBackOnline(suggestions.error === null ? undefined : suggestions.retry);
  if (suggestions.error !== null && online) {
    return (
      <p role="alert" className={`${lineClass} flex items-center gap-2`}>
        <span className="min-w-0 flex-1">{t`Failed to load suggestions.`}</span>
        <Button size="sm" onClick={suggestions.retry}>{t`Try Again`}</Button>
      </p>
    );
  }
  const text = noteFor(props, online);
  return (
    <p role="status" className={text === null ? "sr-only" : lineClass}>
      {text}
    </p>
  );
}

const lineClass = "px-5 pt-3 text-13 text-ink-2 max-md:px-4";

function noteFor(
  { typed, suggestions }: { typed: TypedFilter; suggestions: Suggestions },
  online: boolean,
): string | null {
  const { items, error, isLoading, isComplete } = suggestions;
  if (isComplete) return null;
  if (error !== null || (isLoading && !online)) return t`This loads when the connection is back.`;
  if (isLoading) return t`Loading suggestions...`;
  switch (typed.name) {
    case "before":
    case "after": {
      const example = isoDay(new Date());
      return t`Write the day as year-month-day, such as ${example}.`;
    }
    case "in":
      return items.length === 0 ? t`None of your communities matches.` : null;
    case "from":
      return items.length === 0 ? t`No members match.` : null;
    case "has":
      return items.length === 0 ? t`Only has:image is possible.` : null;
  }
}
