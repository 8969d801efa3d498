import { Download } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { type Span, spans } from "./chosen.ts";
import { keepReport } from "./export.ts";
import type { UsageReport } from "./types.ts";

export interface ControlsProps {
  span: Span;
  onSpan: (span: Span) => void;
  /** What is on the screen, once it is. */
  report: UsageReport | undefined;
  /** What it is of, for the name of its file. */
  of: string;
}

/** Over which time, and the same figures as a file. */
export function Controls({ span, onSpan, report, of }: ControlsProps) {
  return (
    <>
      <Segments label="Time that is counted" segments={spans} value={span} onChange={onSpan} />
      <Button
        icon={<Download size={15} aria-hidden />}
        disabled={!isCounted(report)}
        onClick={() => report !== undefined && keepReport(report, of)}
      >
        Export
      </Button>
    </>
  );
}

/** Whether there is anything to hand over. */
export const isCounted = (report: UsageReport | undefined) =>
  report !== undefined && report.countedUntil !== null;
