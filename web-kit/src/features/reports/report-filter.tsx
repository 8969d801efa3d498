import { t } from "@lingui/core/macro";
import type { ReportStatus } from "../../api/types.ts";
import { Segments } from "../../ui/segments.tsx";

const SEGMENTS = [
  { value: "open", label: t`Open` },
  { value: "resolved", label: t`Resolved` },
  { value: "dismissed", label: t`Dismissed` },
] as const;

export function ReportFilter(props: {
  value: ReportStatus;
  onChange: (status: ReportStatus) => void;
}) {
  return <Segments label={t`Filter reports`} segments={SEGMENTS} {...props} />;
}
