import { t } from "@lingui/core/macro";
import { RefreshCw } from "lucide-react";
import { MobileHeader } from "@guildhall/web-kit/shell/mobile-header.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { useTenant } from "../page/tenant-context.ts";
import type { Certificate, Domain } from "../types.ts";
import { domainBadge } from "../labels.ts";
import { CertificatePanel } from "./certificate-panel.tsx";
import { checkLabel } from "./check-label.ts";
import { DomainMenu } from "./domain-menu.tsx";
import { ApprovalNote } from "./domain-records.tsx";
import { RecordIcon, RecordType, RecordValue } from "./record-parts.tsx";
import type { DomainActions } from "./use-domain-actions.tsx";
import { useSeconds } from "./use-seconds.ts";

export interface PhoneDomainProps {
  domain: Domain;
  certificate: Certificate | undefined;
  actions: DomainActions;
}

/** One domain on a phone: a card per record, its certificate, and the check button. */
export function PhoneDomain({ domain, certificate, actions }: PhoneDomainProps) {
  const { tenant, root } = useTenant();
  const now = useSeconds();
  return (
    <div className="flex flex-1 flex-col bg-canvas">
      <div className="sticky top-0 z-10">
        <MobileHeader
          title={domain.host}
          subtitle={`${tenant.brandName} · ${domainBadge(domain).label}`}
          back={`${root}/domains`}
          actions={<DomainMenu domain={domain} actions={actions} />}
        />
      </div>
      <h2 className="sr-only">{domain.host}</h2>
      <div className="flex flex-1 flex-col gap-3 p-4">
        {domain.cause !== null && <Note tone="danger">{domain.cause.words}</Note>}
        {domain.state === "awaitingActivation" && (
          <Note tone="info">{t`This address is reachable once the portal is activated.`}</Note>
        )}
        <ApprovalNote domain={domain} actions={actions} />
        {domain.records.map((record) => (
          <section
            key={`${record.type} ${record.name} ${record.value}`}
            aria-label={`${record.type} ${record.name}`}
            className="edge-line rounded-lg bg-surface p-4"
          >
            <p className="flex flex-wrap items-center gap-2">
              <RecordType type={record.type} />
              <span className="min-w-0 flex-1 font-mono text-14 [overflow-wrap:anywhere]">
                {record.name}
              </span>
              <RecordIcon state={record.state} />
            </p>
            <p className="mt-3">
              <RecordValue record={record} wide={false} />
            </p>
            {record.words !== "" && <p className="mt-2 text-13 text-ink-2">{record.words}</p>}
          </section>
        ))}
        <section aria-label={t`Certificate`} className="edge-line rounded-lg bg-surface p-4">
          <CertificatePanel domain={domain} certificate={certificate} />
        </section>
        {domain.kind === "own" && <p className="text-12 text-ink-2">{checkLabel(domain, now)}</p>}
      </div>
      {domain.kind === "own" && domain.state !== "released" && (
        <div className="sticky bottom-0 border-t border-line-soft bg-surface p-4">
          <Button
            size="lg"
            variant="primary"
            className="w-full"
            busy={actions.busyId === domain.id}
            icon={<RefreshCw size={16} aria-hidden />}
            onClick={() => void actions.act(domain, "check")}
          >{t`Check now`}</Button>
        </div>
      )}
    </div>
  );
}
