import { plural, t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { diffLines, hunksOf } from "./diff.ts";

const LINE_STYLES = {
  same: { sign: " ", look: "text-ink-2", words: "" },
  added: { sign: "+", look: "bg-success-subtle text-success-text", words: `${t`Added:`} ` },
  removed: { sign: "−", look: "bg-danger-subtle text-danger-text", words: `${t`Removed:`} ` },
} as const;

/** The differences between two texts. */
export function DiffView({ before, after }: { before: string; after: string }) {
  const hunks = hunksOf(diffLines(before, after));
  if (hunks.length === 0) return <p className="text-13 text-ink-2">{t`No changes.`}</p>;
  return (
    <div className="overflow-x-auto rounded-md text-12 edge-line">
      {hunks.map(({ hidden, lines }, at) => (
        // A diff is static: its lines never change position.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className="font-mono">
          {hidden > 0 && (
            <p className="bg-hover px-3 py-1 text-ink-2">
              {plural(hidden, { one: "# unchanged line", other: "# unchanged lines" })}
            </p>
          )}
          {lines.map(({ kind, text }, row) => (
            <p
              // oxlint-disable-next-line react/no-array-index-key
              key={row}
              className={clsx(
                "px-3 whitespace-pre-wrap [overflow-wrap:anywhere]",
                LINE_STYLES[kind].look,
              )}
            >
              <span aria-hidden>{LINE_STYLES[kind].sign} </span>
              <span className="sr-only">{LINE_STYLES[kind].words}</span>
              {text}
            </p>
          ))}
        </div>
      ))}
    </div>
  );
}
