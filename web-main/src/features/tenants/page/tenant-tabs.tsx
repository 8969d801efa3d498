import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import { Dot } from "@guildhall/web-kit/ui/dot.tsx";
import { domainsQuery } from "../queries.ts";
import { needsAttention } from "../labels.ts";
import { useTenant } from "./tenant-context.ts";

export interface TenantTab {
  path: string;
  label: string;
}

/** The tabs of a portal's page in the staff area. */
export const STAFF_TABS: readonly TenantTab[] = [
  { path: "", label: t`Overview` },
  { path: "brand", label: t`Brand` },
  { path: "domains", label: t`Domains` },
  { path: "sign-in", label: t`Sign-in` },
  { path: "members", label: t`Members` },
  { path: "analytics", label: t`Analytics` },
  { path: "log", label: t({ message: "Log", context: "audit log" }) },
];

const BRAND_TABS = ["brand", "sign-in"];
/** Members and analytics are tabs of the affiliation's own admin area. */
const OWN_TABS = STAFF_TABS.filter(({ path }) => path !== "members" && path !== "analytics");

/** The tabs of a portal for its affiliation's role holders; some roles only edit the brand. */
export function ownTabs(isManager: boolean): readonly TenantTab[] {
  return isManager ? OWN_TABS : OWN_TABS.filter(({ path }) => BRAND_TABS.includes(path));
}

/** The tabs of a portal's page; each has its own address. */
export function TenantTabs({ tabs }: { tabs: readonly TenantTab[] }) {
  const { tenant, root } = useTenant();
  const hasDomains = tabs.some(({ path }) => path === "domains");
  const domains = useQuery({ ...domainsQuery(tenant.id), enabled: hasDomains }).data ?? [];
  const parts = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone the tab bar scrolls: keep the open tab visible.
  useEffect(() => {
    // The path of a domain is below that of its tab.
    const links = parts.current?.querySelectorAll("a") ?? [];
    const open = [...links].findLast(({ pathname: to }) => `${pathname}/`.startsWith(`${to}/`));
    open?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [pathname]);
  return (
    <nav
      ref={parts}
      aria-label={t`Sections of this portal`}
      className="mt-2 flex shrink-0 gap-1 overflow-x-auto px-2 shadow-[inset_0_-1px_0_var(--line)] md:mt-3 md:px-4"
    >
      {tabs.map(({ path, label }) => (
        <NavLink
          key={path}
          to={path === "" ? root : `${root}/${path}`}
          end={path === ""}
          className="relative inline-flex h-10 items-center gap-2 px-2 text-13 font-medium whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-2 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-brand-line max-md:h-12"
        >
          {label}
          {path === "domains" && needsAttention(domains) && (
            <>
              <Dot tone="warning" />
              <span className="sr-only">{t`, needs attention`}</span>
            </>
          )}
        </NavLink>
      ))}
    </nav>
  );
}
