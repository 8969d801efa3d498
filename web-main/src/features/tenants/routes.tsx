import type { RouteObject } from "react-router";
import { lazyScreen } from "@guildhall/web-kit/shell/lazy.ts";

/** The tabs of an affiliation's own portal, relative to the portal within its admin area. */
export function ownPortalTabs(): RouteObject[] {
  return [
    {
      index: true,
      lazy: lazyScreen(
        () => import("./page/overview-tab.tsx"),
        (module) => module.OverviewTab,
      ),
    },
    {
      path: "brand",
      lazy: lazyScreen(
        () => import("./brand/brand-tab.tsx"),
        (module) => module.BrandTab,
      ),
    },
    {
      path: "domains/:domainId?",
      lazy: lazyScreen(
        () => import("./domains/domains-tab.tsx"),
        (module) => module.DomainsTab,
      ),
    },
    {
      path: "sign-in",
      lazy: lazyScreen(
        () => import("./brand/sign-in-tab.tsx"),
        (module) => module.SignInTab,
      ),
    },
    {
      path: "log",
      lazy: lazyScreen(
        () => import("./page/log-tab.tsx"),
        (module) => module.LogTab,
      ),
    },
  ];
}

/** The tabs of a portal's page in the staff area, relative to that page. */
function staffTabs(): RouteObject[] {
  return [
    ...ownPortalTabs(),
    {
      path: "members",
      lazy: lazyScreen(
        () => import("./page/members-tab.tsx"),
        (module) => module.MembersTab,
      ),
    },
    {
      path: "analytics",
      lazy: lazyScreen(
        () => import("./usage/portal-analytics-tab.tsx"),
        (module) => module.PortalAnalyticsTab,
      ),
    },
  ];
}

/** All portals, the edges and the analytics, below `/staff`. */
export function staffTenantRoutes(): RouteObject[] {
  return [
    {
      path: "tenants",
      lazy: lazyScreen(
        () => import("./list/tenants-screen.tsx"),
        (module) => module.TenantsScreen,
      ),
    },
    {
      path: "tenants/:tenantId",
      lazy: lazyScreen(
        () => import("./page/tenant-screen.tsx"),
        (module) => module.TenantScreen,
      ),
      children: staffTabs(),
    },
    {
      path: "edges",
      lazy: lazyScreen(
        () => import("./edges/edges-screen.tsx"),
        (module) => module.EdgesScreen,
      ),
    },
    {
      path: "analytics",
      lazy: lazyScreen(
        () => import("./usage/staff-analytics-screen.tsx"),
        (module) => module.StaffAnalyticsScreen,
      ),
    },
  ];
}

/** The target of a brand preview link, without a sign-in; on the main site. */
export function brandPreviewRoute(): RouteObject {
  return {
    path: "brand-preview",
    lazy: lazyScreen(
      () => import("./preview-link/brand-preview-screen.tsx"),
      (module) => module.BrandPreviewScreen,
    ),
  };
}
