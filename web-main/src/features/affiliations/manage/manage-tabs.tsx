import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import { Count } from "@guildhall/web-kit/ui/count.tsx";
import { isTabFor, MANAGE_TABS, tabAt, useManage } from "./manage-context.ts";
import { overviewQuery } from "./queries.ts";

/** The tabs that the viewer's role may open; each has its own address. */
export function ManageTabs() {
  const { affiliation, root } = useManage();
  const overview = useQuery(overviewQuery(affiliation.id)).data;
  const tabs = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone the tab bar scrolls: keep the open tab visible.
  useEffect(() => {
    const links = tabs.current?.querySelectorAll("a") ?? [];
    const path = tabAt(pathname, root)?.path ?? "";
    const open = [...links].find((link) => link.pathname === `${root}/${path}`.replace(/\/$/, ""));
    open?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [pathname, root]);
  const counts: Record<string, number | undefined> = {
    requests: overview?.pendingRequests,
    invitations: overview?.openInvitations,
  };
  return (
    <nav
      ref={tabs}
      aria-label={t`Sections of the admin area`}
      className="mt-2 flex shrink-0 gap-1 overflow-x-auto px-2 shadow-[inset_0_-1px_0_var(--line)] md:mt-3 md:px-4"
    >
      {MANAGE_TABS.filter((tab) => isTabFor(affiliation, tab)).map(({ path, label }) => (
        <NavLink
          key={path}
          to={path === "" ? root : `${root}/${path}`}
          end={path === ""}
          className="relative inline-flex h-10 items-center gap-2 px-2 text-13 font-medium whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-2 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-brand-line max-md:h-12"
        >
          {label}
          <Count
            tone="quiet"
            label={
              path === "requests"
                ? t({ message: "pending", context: "after a number" })
                : t({ message: "open", context: "after a number" })
            }
            value={counts[path] ?? 0}
          />
        </NavLink>
      ))}
    </nav>
  );
}
