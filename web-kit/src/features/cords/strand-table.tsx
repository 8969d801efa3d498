import { t } from "@lingui/core/macro";
import { formatDate } from "../../ui/time.ts";
import type { Strand } from "./contract.ts";
import { formatStrength, STRAND_LABELS } from "./labels.ts";

const head = [t`Strand`, t`Value`, t`Cap`, t`Adds to total`, t`Last activity`, t`Fades`] as const;

/** The strands as a table, collapsed by default. */
export function StrandTable({
  strands,
  labelledBy,
}: {
  strands: readonly Strand[];
  labelledBy: string;
}) {
  return (
    <details className="mt-3 text-13">
      <summary className="w-fit rounded-xs text-12 text-brand-text hover:underline max-md:py-3.5">{t`Show as a table`}</summary>
      {/* Focusable, so that the keyboard can scroll it. */}
      <div
        role="region"
        aria-label={t`Table of strands`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        className="overflow-x-auto"
      >
        <table aria-labelledby={labelledBy} className="mt-2 w-full text-start text-12">
          <thead>
            <tr className="border-b border-line-soft text-ink-3">
              {head.map((name, column) => (
                <th
                  key={name}
                  scope="col"
                  className={`py-1.5 font-medium whitespace-nowrap ${column === 0 ? "text-start" : "ps-3 text-end"}`}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {strands.map((strand) => (
              <Row key={strand.threadType} strand={strand} />
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function Row({ strand }: { strand: Strand }) {
  const { halfLifeDays, fadesAt } = strand;
  const fades =
    halfLifeDays === null ? t`Never` : fadesAt === null ? t`Unknown` : formatDate(fadesAt);
  const values = [
    formatStrength(strand.strength),
    formatStrength(strand.cap),
    formatStrength(strand.share),
    formatDate(strand.lastActivity),
    fades,
  ];
  return (
    <tr className="border-b border-line-soft last:border-0">
      <th scope="row" className="py-1.5 text-start font-normal">
        {STRAND_LABELS[strand.threadType]}
      </th>
      {values.map((value, column) => (
        <td key={head[column + 1]} className="py-1.5 ps-3 text-end whitespace-nowrap tabular-nums">
          {value}
        </td>
      ))}
    </tr>
  );
}
