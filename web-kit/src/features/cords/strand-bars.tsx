import { t } from "@lingui/core/macro";
import type { Strand } from "./contract.ts";
import { fadeLabel, fillOf, formatStrength, STRAND_LABELS } from "./labels.ts";

export interface StrandBarsProps {
  strands: readonly Strand[];
  /** Also shows the source of each strand and when it fades. */
  explained?: boolean;
}

/** The strands of a cord as bars with their values. */
export function StrandBars({ strands, explained = false }: StrandBarsProps) {
  return (
    <ul aria-label={t`Strands`} className={explained ? "flex flex-col gap-2.5" : undefined}>
      {strands.map((strand) => (
        <li key={strand.threadType}>
          <div className={`flex items-center gap-3 ${explained ? "" : "h-8"}`}>
            <span className="w-24 shrink-0 text-13 text-ink-2">
              {STRAND_LABELS[strand.threadType]}
            </span>
            <Bar fill={fillOf(strand)} />
            <span className="w-14 shrink-0 text-end text-12 text-ink-3 tabular-nums">
              {formatStrength(strand.strength)} / {formatStrength(strand.cap)}
            </span>
          </div>
          {explained && (
            <p className="mt-0.5 text-12 text-ink-3">
              {strand.source}
              <span className="meta-dot">{fadeLabel(strand)}</span>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Bar({ fill }: { fill: number }) {
  return (
    <svg
      aria-hidden
      height={4}
      className="h-1 min-w-0 flex-1 rounded-full bg-selected rtl:-scale-x-100 forced-colors:border"
    >
      <rect width={`${fill * 100}%`} height={4} rx={2} fill="var(--brand-line)" />
    </svg>
  );
}
