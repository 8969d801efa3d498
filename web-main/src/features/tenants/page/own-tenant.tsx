import { t } from "@lingui/core/macro";
import { Navigate, Outlet, useLocation } from "react-router";
import { AccessDenied } from "@guildhall/web-kit/features/communities/manage/parts.tsx";
import type { Tenant } from "../types.ts";
import { TenantContext } from "./tenant-context.ts";
import { TenantHead } from "./tenant-page.tsx";
import { ownTabs, TenantTabs } from "./tenant-tabs.tsx";

/** A portal within its affiliation's admin area. */
export function OwnTenant(props: {
  tenant: Tenant;
  /** Path of the first tab. */
  root: string;
  /** True if the viewer manages the whole portal; otherwise only its brand. */
  isManager: boolean;
}) {
  const { tenant, root, isManager } = props;
  const { pathname } = useLocation();
  const tabs = ownTabs(isManager);
  const [segment = ""] = pathname.slice(root.length).split("/").filter(Boolean);
  const isDomain = /\/domains\/[^/]+$/.test(pathname);
  const isTheirs = tabs.some(({ path }) => path === segment);
  // The first tab of those who only edit the brand is another one.
  if (segment === "" && !isTheirs) return <Navigate replace to={`${root}/${tabs[0]?.path}`} />;
  return (
    <TenantContext value={{ tenant, root, asStaff: false }}>
      <div className={isDomain ? "shrink-0 max-md:hidden" : "shrink-0"}>
        <TenantHead tenant={tenant} level={2} />
        <TenantTabs tabs={tabs} />
      </div>
      {isTheirs ? (
        <Outlet />
      ) : (
        <AccessDenied>{t`Your role does not include this section`}</AccessDenied>
      )}
    </TenantContext>
  );
}
