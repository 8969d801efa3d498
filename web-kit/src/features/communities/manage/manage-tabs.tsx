import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import { Count } from "../../../ui/count.tsx";
import { communityReportsQuery, useOpenReports } from "../../reports/queries.ts";
import { MANAGE_TABS, type ManageState } from "./manage-context.ts";
import { joinRequestsQuery } from "./queries.ts";

/** The tabs that the viewer may open; each has its own address. */
export function ManageTabs({ place }: { place: ManageState }) {
  const root = `/communities/${place.community.id}/manage`;
  const tabs = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone the tab bar scrolls: keep the open tab visible.
  useEffect(() => {
    const links = tabs.current?.querySelectorAll("a") ?? [];
    const open = [...links].find((link) => link.pathname === pathname);
    open?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [pathname]);
  return (
    <nav
      ref={tabs}
      aria-label={t`Sections of the admin area`}
      className="mt-2 flex shrink-0 gap-1 overflow-x-auto px-2 shadow-[inset_0_-1px_0_var(--line)] md:mt-3 md:px-4"
    >
      {MANAGE_TABS.filter(({ isFor }) => isFor(place)).map(({ path, label }) => (
        <NavLink
          key={path}
          to={path === "" ? root : `${root}/${path}`}
          end={path === ""}
          className="relative inline-flex h-10 items-center gap-2 px-2 text-13 font-medium whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-2 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-brand-line max-md:h-12"
        >
          {label}
          {path === "requests" && <PendingCount communityId={place.community.id} />}
          {path === "reports" && <OpenReports communityId={place.community.id} />}
        </NavLink>
      ))}
    </nav>
  );
}

/** The number of pending join requests; "20+" if there is more than one page. */
function PendingCount({ communityId }: { communityId: string }) {
  const { data, hasNextPage } = useInfiniteQuery(joinRequestsQuery(communityId));
  const count = data?.pages.flatMap((page) => page.items).length ?? 0;
  return (
    <Count
      tone="quiet"
      label={t({ message: "waiting", context: "after a number" })}
      value={hasNextPage ? count + 1 : count}
      {...(hasNextPage && { cap: count })}
    />
  );
}

function OpenReports({ communityId }: { communityId: string }) {
  const count = useOpenReports(communityReportsQuery(communityId, "open"));
  return (
    <Count tone="quiet" label={t({ message: "open", context: "after a number" })} value={count} />
  );
}
