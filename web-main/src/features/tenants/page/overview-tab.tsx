import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { roundCount } from "@guildhall/web-kit/ui/short-count.ts";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { FactList } from "@guildhall/web-kit/ui/fact-list.tsx";
import { Addresses } from "../list/addresses.tsx";
import { CertificateStatus } from "../list/certificate-status.tsx";
import { Sparkline } from "../../../ui/sparkline.tsx";
import type { Tenant } from "../types.ts";
import { longDate } from "../labels.ts";
import { TenantContentFilter } from "./content-filter.tsx";
import { DefaultLanguage } from "./default-language.tsx";
import { useTenant } from "./tenant-context.ts";

/** A portal's state and the next step. */
export function OverviewTab() {
  const { tenant } = useTenant();
  const [first = tenant.memberCount] = tenant.membersByWeek;
  const facts: (readonly [string, ReactNode])[] = [
    [t`Addresses`, <Addresses key="addresses" addresses={tenant.addresses} />],
    [t`Certificate`, <CertificateStatus key="certificate" tenant={tenant} />],
    [
      t`Members`,
      <span key="members" className="flex items-center gap-4 tabular-nums">
        {roundCount(tenant.memberCount)}
        <Sparkline
          values={tenant.membersByWeek}
          label={t`From ${first} to ${{ last: tenant.memberCount }} members in 12 weeks`}
        />
      </span>,
    ],
    [t`Created`, formatMoment(tenant.createdAt)],
    [t`Activated`, tenant.activatedAt === null ? t`Not yet` : formatMoment(tenant.activatedAt)],
    [t`Default language`, <DefaultLanguage key="language" />],
    [t`Content filter`, <TenantContentFilter key="filter" />],
    ...(tenant.archivedAt === null
      ? []
      : [[t`Archived`, formatMoment(tenant.archivedAt)] as const]),
    ...(tenant.releasedSubdomains.length === 0
      ? []
      : [[t`Earlier subdomains`, <Released key="released" tenant={tenant} />] as const]),
  ];
  return (
    <div className="flex max-w-[760px] flex-col gap-6 px-4 py-6 md:px-6">
      <NextStep />
      <FactList facts={facts} />
    </div>
  );
}

function Released({ tenant }: { tenant: Tenant }) {
  return (
    <ul>
      {tenant.releasedSubdomains.map(({ subdomain, until }) => (
        <li key={subdomain}>
          <Trans>
            <code>{subdomain}</code>, reserved until {{ date: longDate(until) }}
          </Trans>
        </li>
      ))}
    </ul>
  );
}

function NextStep() {
  const { tenant } = useTenant();
  switch (tenant.state) {
    case "draft":
      return (
        <Note tone="info">
          <strong className="block font-semibold">{t`This portal is being set up`}</strong>
          <SetupStep />
        </Note>
      );
    case "suspended":
      return (
        <Note tone="warning">
          <strong className="block font-semibold">{t`This portal is paused`}</strong>
          {tenant.suspendedReason === null
            ? t`Its addresses show a notice. Nothing was deleted.`
            : t`Its addresses show a notice. Nothing was deleted. Reason: ${{ reason: tenant.suspendedReason }}`}
        </Note>
      );
    case "archived":
      return (
        <Note>
          <Trans>
            <strong className="block font-semibold">This portal is archived</strong>
            Its addresses no longer work. The affiliation and its communities stay.
          </Trans>
        </Note>
      );
    case "active":
      return null;
  }
}

function SetupStep() {
  const { root, asStaff } = useTenant();
  const brand = `${root}/brand`;
  const signIn = `${root}/sign-in`;
  return asStaff ? (
    <Trans>
      It is not open yet. Choose its{" "}
      <Link to={brand} className="link">
        brand
      </Link>{" "}
      and{" "}
      <Link to={signIn} className="link">
        sign-in page
      </Link>
      , then activate it.
    </Trans>
  ) : (
    <Trans>
      It is not open yet. Choose its{" "}
      <Link to={brand} className="link">
        brand
      </Link>{" "}
      and{" "}
      <Link to={signIn} className="link">
        sign-in page
      </Link>
      , then staff activate it.
    </Trans>
  );
}
