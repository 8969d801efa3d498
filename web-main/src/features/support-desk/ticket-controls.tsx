import { t } from "@lingui/core/macro";
import type { Ref } from "react";
import type { StaffTicket } from "@guildhall/web-kit/api/support-staff-types.ts";
import type { TicketCategory, TicketPriority } from "@guildhall/web-kit/api/support-types.ts";
import {
  CATEGORY_LABELS,
  labelEntries,
  PRIORITY_LABELS,
  STATUS_LABELS,
} from "@guildhall/web-kit/features/support/labels.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { CompactSelect } from "./compact-select.tsx";
import type { TicketFields } from "./use-ticket-change.ts";

export interface TicketControlsProps {
  ticket: StaffTicket;
  staff: readonly (readonly [id: string, name: string])[];
  busy: boolean;
  onChange: (fields: TicketFields) => void;
  onMerge: () => void;
  assignRef: Ref<HTMLSelectElement>;
  statusRef: Ref<HTMLSelectElement>;
}

/** Assignee, status, priority and category of a ticket. */
export function TicketControls(props: TicketControlsProps) {
  const { ticket, staff, busy, onChange, assignRef, statusRef } = props;
  const disabled = busy || ticket.mergedIntoId !== null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 max-md:grid max-md:grid-cols-2 border-b border-line-soft px-4 py-2.5 md:px-6">
      <CompactSelect
        ref={assignRef}
        label={t`Assigned to`}
        disabled={disabled}
        value={ticket.assignedToId ?? ""}
        options={[["", t`Not assigned`], ...includeAssignee(staff, ticket)]}
        onChange={({ target }) => onChange({ assignedToId: target.value || null })}
      />
      <CompactSelect
        ref={statusRef}
        label={t`Status`}
        disabled={disabled}
        value={ticket.status}
        options={labelEntries(STATUS_LABELS)}
        onChange={({ target }) => {
          const status = findKey(STATUS_LABELS, target.value);
          if (status !== undefined) onChange({ status });
        }}
      />
      <CompactSelect
        label={t`Priority`}
        disabled={disabled}
        value={ticket.priority}
        options={labelEntries<TicketPriority>(PRIORITY_LABELS)}
        onChange={({ target }) => {
          const priority = findKey(PRIORITY_LABELS, target.value);
          if (priority !== undefined) onChange({ priority });
        }}
      />
      <CompactSelect
        label={t`Category`}
        disabled={disabled}
        value={ticket.category}
        options={labelEntries<TicketCategory>(CATEGORY_LABELS)}
        onChange={({ target }) => {
          const category = findKey(CATEGORY_LABELS, target.value);
          if (category !== undefined) onChange({ category });
        }}
      />
      <Button
        size="sm"
        className="md:ms-auto max-md:col-span-2"
        disabled={disabled}
        onClick={props.onMerge}
      >{t`Merge duplicates`}</Button>
    </div>
  );
}

/** The value as a key of a label table. */
export function findKey<Key extends string>(
  labels: Readonly<Record<Key, string>>,
  value: string,
): Key | undefined {
  return labelEntries(labels).find(([key]) => key === value)?.[0];
}

/** The staff, with an assignee who is not among them any more. */
function includeAssignee(
  staff: readonly (readonly [string, string])[],
  { assignedToId, assignedToName }: StaffTicket,
): readonly (readonly [string, string])[] {
  if (assignedToId === null || staff.some(([id]) => id === assignedToId)) return staff;
  return [...staff, [assignedToId, assignedToName ?? t`Former member of staff`]];
}
