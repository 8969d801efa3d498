import { t } from "@lingui/core/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { Link, Outlet, useLocation, useMatch, useParams } from "react-router";
import type { Affiliation, Me } from "@guildhall/web-kit/api/types.ts";
import { useLive } from "@guildhall/web-kit/live/use-live.ts";
import { MobileHeader } from "@guildhall/web-kit/shell/mobile-header.tsx";
import { Title } from "@guildhall/web-kit/shell/title.tsx";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { Hallmark, VerifiedTick } from "@guildhall/web-kit/ui/mark.tsx";
import { useMe } from "@guildhall/web-kit/features/accounts/queries.ts";
import { affiliationPath } from "@guildhall/web-kit/features/affiliations/affiliation-badge.tsx";
import { affiliationBrand } from "@guildhall/web-kit/features/affiliations/brand.ts";
import { hasAdminArea, ROLE_LABELS } from "@guildhall/web-kit/features/affiliations/permissions.ts";
import { affiliationQuery } from "@guildhall/web-kit/features/affiliations/queries.ts";
import { useRemovedAffiliation } from "@guildhall/web-kit/features/affiliations/use-removed-affiliation.ts";
import { UnknownAffiliation } from "@guildhall/web-kit/features/affiliations/unknown-affiliation.tsx";
import { AccessDenied } from "@guildhall/web-kit/features/communities/manage/parts.tsx";
import { isTabFor, ManageContext, tabAt } from "./manage-context.ts";
import { ManageTabs } from "./manage-tabs.tsx";

/** The admin area of an affiliation: each role sees the tabs that it may use. */
export function ManageScreen() {
  const { idOrPath = "" } = useParams();
  const { data: affiliation } = useSuspenseQuery(affiliationQuery(idOrPath));
  const me = useMe();
  useLive(me?.id ?? null);
  useRemovedAffiliation(affiliation);
  if (me === null) return null;
  // Other viewers get "not found", as from the server.
  if (affiliation === null || !hasAdminArea(affiliation)) return <UnknownAffiliation back="/" />;
  return <ManageArea key={affiliation.id} {...{ affiliation, me }} />;
}

function ManageArea({ affiliation, me }: { affiliation: Affiliation; me: Me }) {
  const { idOrPath = "" } = useParams();
  const root = `/affiliation/${idOrPath}/manage`;
  const tab = tabAt(useLocation().pathname, root);
  // On a phone a domain of the portal is a screen of its own.
  const isDomain = useMatch(`${root}/portal/domains/:domainId`) !== null;
  const home = affiliationPath(affiliation);
  const title = t`Manage ${{ affiliation: affiliation.name }}`;
  return (
    <ManageContext value={{ affiliation, me, root }}>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col md:px-2 md:pb-2">
        <Title>{`${tab?.label ?? t`Manage`} · ${affiliation.name}`}</Title>
        {!isDomain && <MobileHeader title={title} back={home} />}
        {/* Focusable, so that the keyboard can scroll a page that holds nothing else to focus. */}
        <div
          role="region"
          aria-label={title}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
          tabIndex={0}
          data-pane="page"
          className="flex min-h-0 flex-1 flex-col overflow-y-auto bg-surface focus-visible:-outline-offset-2 md:rounded-lg md:shadow-[0_0_0_1px_var(--line-soft),var(--e1)] md:forced-colors:border"
        >
          <div className={isDomain ? "shrink-0 max-md:hidden" : "shrink-0"}>
            <Crumbs home={home} name={affiliation.name} />
            <Head affiliation={affiliation} />
            <ManageTabs />
          </div>
          {tab === undefined || !isTabFor(affiliation, tab) ? (
            <AccessDenied>{t`Your role does not include this section`}</AccessDenied>
          ) : (
            <Outlet />
          )}
        </div>
      </div>
    </ManageContext>
  );
}

function Crumbs({ home, name }: { home: string; name: string }) {
  return (
    <nav aria-label={t`Where you are`} className="px-6 pt-4 max-md:hidden">
      <ol className="flex items-center gap-1.5 text-13 text-ink-2">
        <li className="min-w-0">
          <Link to={home} className="block truncate hover:text-ink hover:underline">
            <bdi>{name}</bdi>
          </Link>
        </li>
        <li className="flex items-center gap-1.5" aria-current="page">
          <ChevronRight size={14} aria-hidden className="text-ink-3 rtl:-scale-x-100" />
          {t`Manage`}
        </li>
      </ol>
    </nav>
  );
}

function Head({ affiliation }: { affiliation: Affiliation }) {
  const { name, verified, isPaused, isPrivate, viewer } = affiliation;
  return (
    <div className="flex items-center gap-4 px-4 pt-4 md:px-6 md:pt-3">
      <Hallmark {...{ name }} {...affiliationBrand(affiliation)} size={44} tinted />
      <div className="min-w-0 flex-1">
        <h1 className="display truncate text-20" title={name}>
          <bdi>{name}</bdi> {verified && <VerifiedTick size={16} />}
        </h1>
        <p className="flex flex-wrap items-center gap-1.5 text-13 text-ink-2">
          {viewer.role === null ? t`Staff` : t`Your role: ${{ role: ROLE_LABELS[viewer.role] }}`}
          {isPrivate && <Badge tone="line">{t`Private`}</Badge>}
          {isPaused && <Badge tone="warning">{t`Paused`}</Badge>}
        </p>
      </div>
    </div>
  );
}
