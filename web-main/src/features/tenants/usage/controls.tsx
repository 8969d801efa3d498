import { t } from "@lingui/core/macro";
import { Download, Printer } from "lucide-react";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Segments } from "@guildhall/web-kit/ui/segments.tsx";
import { type Period, periods } from "./selection.ts";
import { downloadReport } from "./export.ts";
import type { UsageReport } from "./types.ts";

export interface ControlsProps {
  span: Period;
  onSpan: (span: Period) => void;
  /** The displayed report, once loaded. */
  report: UsageReport | undefined;
  /** The report's subject, for the file name. */
  of: string;
}

/** The choice of the time range, and the export. */
export function Controls({ span, onSpan, report, of }: ControlsProps) {
  return (
    <>
      <Segments label={t`Period`} segments={periods} value={span} onChange={onSpan} />
      <Button
        icon={<Download size={15} aria-hidden />}
        disabled={!hasFigures(report)}
        onClick={() => report !== undefined && downloadReport(report, of)}
      >{t`Export`}</Button>
      <Button
        icon={<Printer size={15} aria-hidden />}
        disabled={!hasFigures(report)}
        onClick={() => window.print()}
      >{t`Print`}</Button>
    </>
  );
}

/** True if there is data to export. */
export const hasFigures = (report: UsageReport | undefined) =>
  report !== undefined && report.countedUntil !== null;
