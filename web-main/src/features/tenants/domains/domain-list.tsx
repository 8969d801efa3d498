import { clsx } from "clsx";
import { ChevronDown, ChevronRight } from "lucide-react";
import { Link, useNavigate } from "react-router";
import { useIsDesktop } from "@guildhall/web-kit/shell/use-is-desktop.ts";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { Dot } from "@guildhall/web-kit/ui/dot.tsx";
import { useTenant } from "../page/tenant-context.ts";
import type { Domain } from "../types.ts";
import { certificateLabel, certificateStates, domainBadge } from "../labels.ts";
import { domainKindLabel } from "./domain-kind.ts";
import { DomainMenu } from "./domain-menu.tsx";
import { DomainRecords } from "./domain-records.tsx";
import type { DomainActions } from "./use-domain-actions.tsx";

export interface DomainListProps {
  domains: readonly Domain[];
  /** The domain whose records are expanded. */
  opened: string | undefined;
  actions: DomainActions;
}

/** A portal's hosts. On wide screens each expands in place; on a phone it opens its own screen. */
export function DomainList({ domains, opened, actions }: DomainListProps) {
  return (
    <ul className="edge-line mt-4 divide-y divide-line-soft overflow-hidden rounded-lg">
      {domains.map((domain) => (
        <Row key={domain.id} domain={domain} open={domain.id === opened} actions={actions} />
      ))}
    </ul>
  );
}

function Row({ domain, open, actions }: { domain: Domain; open: boolean; actions: DomainActions }) {
  const { root } = useTenant();
  const wide = useIsDesktop();
  const badge = domainBadge(domain);
  const certificate = certificateStates[domain.certificate.state];
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 max-md:py-3">
        {wide ? (
          <DisclosureButton domain={domain} open={open} />
        ) : (
          <Link to={`${root}/domains/${domain.id}`} className="flex min-w-0 flex-1 items-center">
            <Name domain={domain} />
            <ChevronRight size={18} aria-hidden className="ms-auto text-ink-3 rtl:-scale-x-100" />
          </Link>
        )}
        <span className="flex items-center gap-2 text-13 max-md:w-full">
          <Dot tone={certificate.tone} />
          {domain.certificate.words || certificateLabel(domain.certificate.state, [domain])}
        </span>
        <Badge tone={badge.tone}>{badge.label}</Badge>
        {wide && <DomainMenu domain={domain} actions={actions} />}
      </div>
      {open && wide && <DomainRecords domain={domain} actions={actions} />}
    </li>
  );
}

function DisclosureButton({ domain, open }: { domain: Domain; open: boolean }) {
  const { root } = useTenant();
  const navigate = useNavigate();
  const Chevron = open ? ChevronDown : ChevronRight;
  const toggle = () =>
    navigate(open ? `${root}/domains` : `${root}/domains/${domain.id}`, { replace: true });
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={() => void toggle()}
      className={clsx("flex min-w-0 flex-1 items-center gap-4 rounded-sm text-start")}
    >
      <Chevron size={16} aria-hidden className="text-ink-3 rtl:-scale-x-100" />
      <Name domain={domain} />
    </button>
  );
}

function Name({ domain }: { domain: Domain }) {
  return (
    <span className="min-w-0">
      <span className="block font-mono text-14 font-medium [overflow-wrap:anywhere]">
        {domain.host}
      </span>
      <span className="block text-12 text-ink-2">{domainKindLabel(domain)}</span>
    </span>
  );
}
