import { t } from "@lingui/core/macro";
import type { ReportStatus } from "../../api/types.ts";
import { Segments } from "../../ui/segments.tsx";

const SEGMENTS = [
  { value: "open", label: t({ message: "Open", context: "state of a report" }) },
  { value: "resolved", label: t({ message: "Resolved", context: "state of a report" }) },
  { value: "dismissed", label: t({ message: "Dismissed", context: "state of a report" }) },
] as const;

export function ReportFilter(props: {
  value: ReportStatus;
  onChange: (status: ReportStatus) => void;
}) {
  return <Segments label={t`Filter reports`} segments={SEGMENTS} {...props} />;
}
