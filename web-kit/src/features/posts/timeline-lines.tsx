import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { shortCount } from "../../ui/short-count.ts";

/** A thin divider with text in the middle. */
function Line({ words, brand = false }: { words: string; brand?: boolean }) {
  const line = clsx("h-px flex-1", brand ? "bg-brand-border" : "bg-line-soft");
  return (
    <div className="flex items-center gap-3 py-1.5">
      <span className={line} />
      <span
        className={clsx(
          "text-12",
          brand ? "font-semibold text-brand-text" : "font-medium text-ink-3",
        )}
      >
        {words}
      </span>
      <span className={line} />
    </div>
  );
}

export function DayLine({ label }: { label: string }) {
  return <Line words={label} />;
}

/** The divider before the first unread post. */
export function NewLine({ count }: { count: number }) {
  return <Line brand words={t`${{ count: shortCount(count) }} new`} />;
}
