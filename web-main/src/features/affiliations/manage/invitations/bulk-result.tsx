import { plural, t } from "@lingui/core/macro";
import type { BulkInvitation } from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { isProblem, OUTCOME_LABELS, summaryOf } from "./address-list.ts";

/** The outcome of every row, the rows with errors first. */
export function BulkResult({ result }: { result: BulkInvitation }) {
  const rows = result.rows.toSorted(
    (a, b) => Number(isProblem(b.outcome)) - Number(isProblem(a.outcome)) || a.line - b.line,
  );
  const faults = rows.filter(({ outcome }) => isProblem(outcome)).length;
  return (
    <section aria-label={t`Result by row`} className="flex flex-col gap-3">
      <div role="status">
        <Note tone={faults > 0 ? "warning" : "success"}>
          {summaryOf(result)}
          {faults > 0 &&
            ` ${plural(faults, { one: "# row has an error.", other: "# rows have an error." })}`}
        </Note>
      </div>
      {rows.length > 0 && (
        // Focusable, so that the keyboard can scroll it.
        <div
          role="region"
          aria-label={t`Table of rows`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
          tabIndex={0}
          className="max-h-64 overflow-auto rounded-md edge-line"
        >
          <table className="w-full text-13" aria-label={t`Rows`}>
            <thead>
              <tr className="text-start text-12 text-ink-3">
                <th scope="col" className="px-3 py-2 text-start font-medium">{t`Row`}</th>
                <th scope="col" className="px-3 py-2 text-start font-medium">{t`Address`}</th>
                <th scope="col" className="px-3 py-2 text-start font-medium">{t`Result`}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ line, address, outcome, message }) => (
                <tr key={line} className="border-t border-line-soft align-top">
                  <td className="px-3 py-2 tabular-nums">{line}</td>
                  <td className="px-3 py-2 wrap-anywhere">{address}</td>
                  <td className="px-3 py-2 wrap-anywhere">
                    <span className={isProblem(outcome) ? "font-medium text-danger-text" : ""}>
                      {OUTCOME_LABELS[outcome]}
                    </span>
                    {message !== "" && message !== OUTCOME_LABELS[outcome] && (
                      <span className="block text-12 text-ink-3">{message}</span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
