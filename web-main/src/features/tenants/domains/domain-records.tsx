import { t } from "@lingui/core/macro";
import { CircleCheck, Clock, RefreshCw } from "lucide-react";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { useTenant } from "../page/tenant-context.ts";
import type { Domain } from "../types.ts";
import { checkLabel } from "./check-label.ts";
import { RecordIcon, RecordType, RecordValue, ResolverDots } from "./record-parts.tsx";
import type { DomainActions } from "./use-domain-actions.tsx";
import { useSeconds } from "./use-seconds.ts";

const head = "h-[34px] px-3 text-start text-12 font-medium text-ink-3 first:ps-6 last:pe-6";
const cell = "px-3 py-2.5 first:ps-6 last:pe-6 border-t border-line-soft";

/** The DNS records to set at the domain's provider, and their observed state. */
export function DomainRecords({ domain, actions }: { domain: Domain; actions: DomainActions }) {
  const now = useSeconds();
  return (
    <div className="border-t border-line bg-[color-mix(in_srgb,var(--ink)_2%,var(--surface))]">
      {domain.records.length > 0 ? (
        <Records domain={domain} />
      ) : (
        <p className="px-6 py-4 text-13 text-ink-2">{hasNothingToSet(domain)}</p>
      )}
      <ApprovalNote domain={domain} actions={actions} />
      {domain.kind === "own" && (
        <div className="flex flex-wrap items-center gap-3 border-t border-line-soft px-6 py-3">
          <Clock size={15} aria-hidden className="text-ink-3" />
          <p className="flex-1 text-12 text-ink-2">{checkLabel(domain, now)}</p>
          <Button
            size="sm"
            busy={actions.busyId === domain.id}
            icon={<RefreshCw size={13} aria-hidden />}
            onClick={() => void actions.act(domain, "check")}
          >{t`Check now`}</Button>
        </div>
      )}
    </div>
  );
}

function hasNothingToSet({ state }: Domain): string {
  return state === "awaitingActivation"
    ? t`There is nothing to set for this address. It is reachable once the portal is activated.`
    : t`There is nothing to set for this address.`;
}

function Records({ domain }: { domain: Domain }) {
  return (
    <div className="overflow-x-auto">
      <table aria-label={t`Records of ${{ host: domain.host }}`} className="w-full text-13">
        <thead>
          <tr>
            <th scope="col" className={head}>{t`Type`}</th>
            <th scope="col" className={head}>{t`Name`}</th>
            <th scope="col" className={head}>{t`Value to set`}</th>
            <th scope="col" className={head}>{t`Current value`}</th>
            <th scope="col" className={`${head} text-end`}>{t`Resolvers`}</th>
          </tr>
        </thead>
        <tbody>
          {domain.records.map((record) => (
            <tr key={`${record.type} ${record.name} ${record.value}`}>
              <td className={cell}>
                <RecordType type={record.type} />
              </td>
              <td className={`${cell} font-mono text-12 [overflow-wrap:anywhere]`}>
                {record.name}
              </td>
              <td className={cell}>
                <RecordValue record={record} wide />
              </td>
              <td className={cell}>
                <RecordIcon state={record.state} />
                {record.words !== "" && (
                  <span className="block text-12 text-ink-2">{record.words}</span>
                )}
              </td>
              <td className={`${cell} text-end`}>
                <ResolverDots record={record} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Staff approve every domain before its first certificate. */
export function ApprovalNote({ domain, actions }: { domain: Domain; actions: DomainActions }) {
  const { tenant } = useTenant();
  if (domain.state !== "awaitingApproval") return null;
  return (
    <div className="px-4 py-3 md:px-6">
      <Note tone="info" icon={<CircleCheck size={16} aria-hidden className="mt-px" />}>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span>
            {tenant.asStaff
              ? t`The records are correct. Approve the domain to have its first certificate issued.`
              : t`The records are correct. Staff review the domain before its first certificate is issued.`}
          </span>
          {tenant.asStaff && (
            <Button
              size="sm"
              variant="primary"
              busy={actions.busyId === domain.id}
              onClick={() => void actions.act(domain, "approve")}
            >
              {t({ message: "Approve", context: "domain" })}
            </Button>
          )}
        </div>
      </Note>
    </div>
  );
}
