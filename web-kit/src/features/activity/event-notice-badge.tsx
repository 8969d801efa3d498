import { t } from "@lingui/core/macro";
import type { ActivityItem } from "../../api/types.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";

type EventNotice = NonNullable<ActivityItem["eventNotice"]>;

const NOTICES: Record<EventNotice, { label: string; tone: BadgeTone }> = {
  "day-before": { label: t`One day before`, tone: "info" },
  "hour-before": { label: t`One hour before`, tone: "info" },
  moved: { label: t({ message: "Moved", context: "state of an event" }), tone: "warning" },
  changed: { label: t({ message: "Changed", context: "state of an event" }), tone: "neutral" },
  cancelled: { label: t({ message: "Cancelled", context: "state of an event" }), tone: "danger" },
};

/** The reason for a notice to the attendees of an event. */
export function EventNoticeBadge({ notice }: { notice: EventNotice }) {
  const { label, tone } = NOTICES[notice];
  return (
    <Badge tone={tone} className="me-2">
      {label}
    </Badge>
  );
}
