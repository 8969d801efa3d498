import { plural, t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import type { AffiliationRequest } from "@guildhall/web-kit/api/types.ts";
import type { BulkAction } from "../../staff/bulk/bulk-action.ts";
import { BulkBar } from "../../staff/bulk/bulk-bar.tsx";
import { runBulk } from "../../staff/bulk/queries.ts";
import { SelectAllBox, SelectBox } from "../../staff/bulk/select-box.tsx";
import { useSelection } from "../../staff/bulk/use-selection.ts";
import { targetClass, useTargetRow } from "../../staff/use-target-row.ts";
import { staffKey } from "../../staff/queries.ts";

type RequestAction = "approve" | "reject" | "delete";

const APPROVE: BulkAction<RequestAction> = {
  action: "approve",
  label: t`Approve`,
  title: (count) => plural(count, { one: "Approve # request", other: "Approve # requests" }),
  text: t`Each person becomes a member and is notified.`,
  asksReason: false,
};

const REJECT: BulkAction<RequestAction> = {
  action: "reject",
  label: t`Reject`,
  title: (count) => plural(count, { one: "Reject # request", other: "Reject # requests" }),
  text: t`Each person is notified with this reason.`,
  reasonRequired: true,
};

const DELETE: BulkAction<RequestAction> = {
  action: "delete",
  label: t`Delete`,
  title: (count) => plural(count, { one: "Delete # request", other: "Delete # requests" }),
  text: t`The requests are deleted without a notification.`,
  danger: true,
};

interface SelectableRequestsProps {
  requests: readonly AffiliationRequest[];
  /** The query of the list, to find the request that the address names. */
  pages: Parameters<typeof useTargetRow>[2];
  children: (request: AffiliationRequest) => ReactNode;
}

/** Requests with check boxes, and the actions on all selected ones. */
export function SelectableRequests({ requests: shown, pages, children }: SelectableRequestsProps) {
  const cache = useQueryClient();
  const ids = shown.map(({ id }) => id);
  const selection = useSelection(ids);
  const targetRow = useTargetRow("request", ids, pages);
  const names = new Map(shown.map((request) => [request.id, nameOf(request)]));
  const isPending = shown.every(({ status }) => status === "pending");
  return (
    <>
      <div className="flex items-center gap-2 px-4 pt-4 md:px-6">
        <SelectAllBox selection={selection} />
        <span aria-hidden className="text-12 text-ink-2">{t`Select all on this page`}</span>
      </div>
      <BulkBar
        selection={selection}
        actions={isPending ? [APPROVE, REJECT, DELETE] : [DELETE]}
        nameOf={(id) => names.get(id) ?? id}
        run={(action, chosen, reason) => runBulk("affiliation-requests", action, chosen, reason)}
        onDone={() =>
          Promise.all([
            cache.invalidateQueries({ queryKey: keys.allAffiliationRequests }),
            cache.invalidateQueries({ queryKey: staffKey }),
          ])
        }
      />
      <ul
        aria-label={t`Affiliation requests`}
        className="max-w-[920px] divide-y divide-line-soft px-4 md:px-6"
      >
        {shown.map((request) => (
          <li
            key={request.id}
            {...targetRow(request.id)}
            className={`flex items-start gap-3 ${targetClass}`}
          >
            <span className="pt-6">
              <SelectBox selection={selection} id={request.id} name={nameOf(request)} />
            </span>
            <div className="min-w-0 flex-1">{children(request)}</div>
          </li>
        ))}
      </ul>
    </>
  );
}

const nameOf = ({ person, affiliationName }: AffiliationRequest) =>
  `${person.displayName}, ${affiliationName}`;
