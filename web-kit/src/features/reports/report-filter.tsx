import type { ReportStatus } from "../../api/types.ts";
import { Segments } from "../../ui/segments.tsx";

const SEGMENTS = [
  { value: "open", label: "Open" },
  { value: "resolved", label: "Resolved" },
  { value: "dismissed", label: "Dismissed" },
] as const;

export function ReportFilter(props: {
  value: ReportStatus;
  onChange: (status: ReportStatus) => void;
}) {
  return <Segments label="Filter reports" segments={SEGMENTS} {...props} />;
}
