import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import type { SearchKind } from "./queries.ts";

const KINDS: readonly { value: SearchKind; label: string }[] = [
  { value: "all", label: t`All` },
  { value: "people", label: t`People` },
  { value: "communities", label: t`Communities` },
  { value: "posts", label: t`Posts` },
  { value: "articles", label: t`Insights` },
];

/** Filter: all kinds of results, or one. */
export function KindFilter(props: { kind: SearchKind; onChoose: (kind: SearchKind) => void }) {
  return (
    <div
      role="group"
      aria-label={t`Search for`}
      className="flex gap-1.5 overflow-x-auto p-0.5 max-md:basis-full"
    >
      {KINDS.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === props.kind}
          onClick={() => props.onChoose(value)}
          className={clsx(
            "h-6 rounded-sm px-2.5 text-12 font-medium whitespace-nowrap max-md:h-9 max-md:text-13",
            value === props.kind
              ? "bg-brand-subtle text-brand-text forced-colors:border"
              : "text-ink-2 shadow-[inset_0_0_0_1px_var(--line)] hover:bg-hover",
          )}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
