import { formatNumber } from "../language/format.ts";
import { t } from "@lingui/core/macro";
export interface FiguresTableProps {
  /** Id of the element that labels the table. */
  labelledBy: string;
  /** The column headings. */
  head: readonly string[];
  rows: readonly { name: string; values: readonly number[] }[];
}

/** A chart's numbers as a table, collapsed by default. */
export function FiguresTable({ labelledBy, head: [of = "", ...counts], rows }: FiguresTableProps) {
  return (
    <details className="mt-2 text-13">
      <summary className="w-fit rounded-xs text-12 text-brand-text hover:underline max-md:py-3.5">{t`Show as a table`}</summary>
      <table aria-labelledby={labelledBy} className="mt-2 w-full text-start text-13">
        <thead>
          <tr className="border-b border-line-soft text-12 text-ink-3">
            <th scope="col" className="py-1.5 text-start font-medium">
              {of}
            </th>
            {counts.map((count) => (
              <th key={count} scope="col" className="py-1.5 ps-2 text-end font-medium">
                {count}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values }) => (
            <tr key={name} className="border-b border-line-soft last:border-0">
              <th scope="row" className="py-1.5 text-start font-normal">
                {name}
              </th>
              {counts.map((count, column) => (
                <td key={count} className="py-1.5 ps-2 text-end tabular-nums">
                  {formatNumber(values[column] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
