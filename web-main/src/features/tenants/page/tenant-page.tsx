import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import { Link, Outlet, useMatch } from "react-router";
import { MobileHeader } from "@guildhall/web-kit/shell/mobile-header.tsx";
import { Title } from "@guildhall/web-kit/shell/title.tsx";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { primaryHost } from "../list/addresses.tsx";
import { TenantMark } from "../tenant-mark.tsx";
import type { Tenant } from "../types.ts";
import { tenantStates } from "../labels.ts";
import { TenantContext, type TenantPageState } from "./tenant-context.ts";
import { TenantActions } from "./tenant-actions.tsx";
import { STAFF_TABS, TenantTabs } from "./tenant-tabs.tsx";

export interface TenantPageProps {
  place: TenantPageState;
  /** The link back to the previous page. */
  back: { to: string; label: string };
}

/** A portal's page in the staff area: its affiliation and actions above the open tab. */
export function TenantPage({ place, back }: TenantPageProps) {
  const { tenant } = place;
  // On a phone a domain is a screen of its own.
  const within = useMatch(`${place.root}/domains/:domainId`) !== null;
  return (
    <TenantContext value={place}>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col md:pe-2 md:pb-2">
        <Title>{t`${{ name: tenant.brandName }} · Staff`}</Title>
        {!within && (
          <MobileHeader
            title={tenant.brandName}
            subtitle={primaryHost(tenant.addresses)}
            back={back.to}
          />
        )}
        {/* Focusable, so that the keyboard can scroll a page that holds nothing else to focus. */}
        <div
          role="region"
          aria-label={tenant.brandName}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
          tabIndex={0}
          data-pane="page"
          className="flex min-h-0 flex-1 flex-col overflow-y-auto bg-surface focus-visible:-outline-offset-2 md:rounded-lg md:shadow-[0_0_0_1px_var(--line-soft),var(--e1)] md:forced-colors:border"
        >
          <div className={clsx("shrink-0", within && "max-md:hidden")}>
            <Crumbs back={back} name={tenant.brandName} />
            <TenantHead tenant={tenant} level={1} />
            <TenantTabs tabs={STAFF_TABS} />
          </div>
          <Outlet />
        </div>
      </div>
    </TenantContext>
  );
}

/** The portal's name, state, address and actions. */
export function TenantHead({ tenant, level }: { tenant: Tenant; level: 1 | 2 }) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 pt-4 md:px-6 md:pt-3">
      <TenantMark tenant={tenant} size={44} />
      <div className="min-w-0 flex-1">
        <Heading className="display flex flex-wrap items-center gap-2.5 text-20">
          {tenant.brandName}
          <Badge tone={tenantStates[tenant.state].tone} className="font-sans tracking-normal">
            {tenantStates[tenant.state].label}
          </Badge>
        </Heading>
        <p className="text-14 text-ink-2">
          {tenant.affiliationName}
          <span className="meta-dot">
            <Address tenant={tenant} />
          </span>
        </p>
      </div>
      <TenantActions />
    </div>
  );
}

function Crumbs({ back, name }: { back: TenantPageProps["back"]; name: string }) {
  return (
    <nav aria-label={t`Where you are`} className="px-6 pt-4 max-md:hidden">
      <ol className="flex items-center gap-1.5 text-13 text-ink-2">
        <li>
          <Link to={back.to} className="hover:text-ink hover:underline">
            {back.label}
          </Link>
        </li>
        <li className="flex items-center gap-1.5" aria-current="page">
          <ChevronRight size={14} aria-hidden className="text-ink-3 rtl:-scale-x-100" />
          {name}
        </li>
      </ol>
    </nav>
  );
}

/** The portal's address; not a link while the portal is not open. */
function Address({ tenant }: { tenant: Tenant }) {
  const host = primaryHost(tenant.addresses);
  if (tenant.state !== "active") return <span className="[overflow-wrap:anywhere]">{host}</span>;
  return (
    <a href={tenant.origin} className="link [overflow-wrap:anywhere]">
      {host}
    </a>
  );
}
