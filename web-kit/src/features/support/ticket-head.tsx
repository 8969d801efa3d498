import { plural, t } from "@lingui/core/macro";
import { ChevronLeft, Info, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { useSeconds } from "./use-seconds.ts";
import type { Ticket } from "../../api/support-types.ts";
import { shortDay } from "../posts/days.ts";
import { useNow } from "../posts/use-now.ts";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { STATUS_LABELS, STATUS_TONES } from "./labels.ts";

export interface TicketHeadProps {
  ticket: Ticket;
  /** When the messages were loaded last, in milliseconds. */
  checkedAt: number;
  phone: boolean;
  onBack: () => void;
  onRefresh: () => void;
  onDetails: () => void;
  /** Buttons for this ticket, such as closing it. */
  actions?: ReactNode;
}

/** The head of a ticket: title, status, back, refresh and details (F-090). */
export function TicketHead(props: TicketHeadProps) {
  const { ticket, phone, actions } = props;
  if (phone) return <PhoneHead {...props} />;
  return (
    <header className="flex items-start gap-3 border-b border-line-soft px-8 py-4">
      <div className="min-w-0 flex-1">
        <h2 className="text-18 font-semibold wrap-anywhere" dir="auto">
          {ticket.title}
        </h2>
        <p className="mt-1.5 flex flex-wrap items-center gap-y-1 text-12 text-ink-2">
          <Badge tone={STATUS_TONES[ticket.status]} className="me-2">
            {STATUS_LABELS[ticket.status]}
          </Badge>
          <span className="font-mono text-[0.92em]">#{ticket.shortId}</span>
          <span className="meta-dot">
            <Opened at={ticket.createdAt} />
          </span>
          <CheckedAgo at={props.checkedAt} />
        </p>
      </div>
      {actions}
      <IconButton
        label={t`Refresh ticket`}
        icon={<RotateCw size={16} aria-hidden />}
        onClick={props.onRefresh}
      />
      <IconButton
        label={t`Ticket details`}
        className="xl:hidden"
        icon={<Info size={17} aria-hidden />}
        onClick={props.onDetails}
      />
    </header>
  );
}

function PhoneHead({ ticket, onBack, onRefresh, onDetails }: TicketHeadProps) {
  return (
    <header className="flex h-16 shrink-0 items-center gap-1 bg-surface px-2 shadow-[0_1px_0_var(--line-soft)]">
      <IconButton
        size="touch"
        label={t`Back to tickets`}
        icon={<ChevronLeft size={22} aria-hidden className="rtl:-scale-x-100" />}
        onClick={onBack}
      />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-16 font-semibold">{ticket.title}</h2>
        <p className="truncate text-13 text-ink-2">
          #{ticket.shortId} · {STATUS_LABELS[ticket.status]}
        </p>
      </div>
      <IconButton
        size="touch"
        label={t`Refresh ticket`}
        icon={<RotateCw size={19} aria-hidden />}
        onClick={onRefresh}
      />
      <IconButton
        size="touch"
        label={t`Ticket details`}
        icon={<Info size={21} aria-hidden />}
        onClick={onDetails}
      />
    </header>
  );
}

function Opened({ at }: { at: string }) {
  const day = shortDay(at, useNow());
  return <>{t`Opened ${day}`}</>;
}

/** "Checked for replies 8 seconds ago"; not a live region, since it changes all the time. */
function CheckedAgo({ at }: { at: number }) {
  const seconds = useSeconds(at);
  if (at === 0) return null;
  return (
    <span className="meta-dot tabular-nums">
      {plural(seconds, {
        one: "Checked for replies # second ago",
        other: "Checked for replies # seconds ago",
      })}
    </span>
  );
}
