import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router";
import { useIsDesktop } from "@guildhall/web-kit/shell/use-is-desktop.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { ProofDialog } from "@guildhall/web-kit/features/second-factor/proof-dialog.tsx";
import { LoadError, TableSkeleton } from "../../staff/parts.tsx";
import { useTenant } from "../page/tenant-context.ts";
import { certificatesQuery, domainsQuery } from "../queries.ts";
import type { Certificate, Domain } from "../types.ts";
import { AddDomainDialog } from "./add-domain-dialog.tsx";
import { CertificatePanel } from "./certificate-panel.tsx";
import { DomainList } from "./domain-list.tsx";
import { PhoneDomain } from "./phone-domain.tsx";
import { type DomainActions, useDomainActions } from "./use-domain-actions.tsx";

const FAST_POLL_MS = 10_000;

/** True while a domain is being verified, which makes the list poll. */
const isInProgress = (domains: readonly Domain[] | undefined) =>
  domains?.some(({ state }) => state === "verifying" || state === "issuing") === true;

/** The portal's hosts with their DNS records and certificates. */
export function DomainsTab() {
  const { tenant } = useTenant();
  const domains = useQuery({
    ...domainsQuery(tenant.id),
    refetchInterval: ({ state }) => isInProgress(state.data) && FAST_POLL_MS,
  });
  const certificates = useQuery({
    ...certificatesQuery(tenant.id),
    refetchInterval: () => isInProgress(domains.data) && FAST_POLL_MS,
  });
  const actions = useDomainActions();
  if (domains.data === undefined) {
    if (domains.error === null) return <TableSkeleton />;
    return <LoadError error={domains.error} onRetry={() => void domains.refetch()} />;
  }
  return (
    <>
      <Loaded domains={domains.data} certificates={certificates.data ?? []} actions={actions} />
      {actions.dialog}
      <ProofDialog requested={actions.proof.requested} />
    </>
  );
}

interface LoadedProps {
  domains: readonly Domain[];
  certificates: readonly Certificate[];
  actions: DomainActions;
}

function Loaded({ domains, certificates, actions }: LoadedProps) {
  const { domainId } = useParams();
  const wide = useIsDesktop();
  const chosen = domains.find(({ id }) => id === domainId);
  const shown = chosen ?? domains.find(({ isPrimary }) => isPrimary) ?? domains[0];
  const certificate = certificates.find(({ host, names }) =>
    shown === undefined ? false : host === shown.host || names.includes(shown.host),
  );
  if (!wide && chosen !== undefined) {
    return <PhoneDomain domain={chosen} certificate={certificate} actions={actions} />;
  }
  return (
    <div className="flex-1 lg:grid lg:grid-cols-[1fr_336px]">
      <Domains domains={domains} opened={chosen?.id} actions={actions} />
      {shown !== undefined && wide && (
        <aside
          aria-label={t`Certificate`}
          className="border-line-soft px-4 py-6 max-lg:border-t md:px-6 lg:border-s"
        >
          <CertificatePanel domain={shown} certificate={certificate} />
        </aside>
      )}
    </div>
  );
}

function Domains(props: {
  domains: readonly Domain[];
  opened: string | undefined;
  actions: DomainActions;
}) {
  const { tenant } = useTenant();
  const [adding, setAdding] = useState(false);
  const refused = props.domains.filter(({ cause }) => cause !== null);
  return (
    <section aria-label={t`Domains`} className="min-w-0 px-4 py-6 md:px-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-16 font-semibold">{t`Domains`}</h2>
          <p className="mt-0.5 text-13 text-ink-2">{t`Members can use any of these addresses. The primary one appears in links and emails.`}</p>
        </div>
        {tenant.state !== "archived" && (
          <Button
            icon={<Plus size={15} aria-hidden />}
            onClick={() => setAdding(true)}
          >{t`Add domain`}</Button>
        )}
      </div>
      <DomainList domains={props.domains} opened={props.opened} actions={props.actions} />
      {refused.map(({ id, host, cause }) => (
        <Note key={id} tone="danger" className="mt-4">
          <strong className="font-semibold [overflow-wrap:anywhere]">{host}:</strong> {cause?.words}
        </Note>
      ))}
      {adding && <AddDomainDialog onClose={() => setAdding(false)} />}
    </section>
  );
}
