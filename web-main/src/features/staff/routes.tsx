import type { QueryClient } from "@tanstack/react-query";
import type { RouteObject } from "react-router";
import { lazyScreen } from "@guildhall/web-kit/shell/lazy.ts";
import { guards } from "@guildhall/web-kit/features/accounts/guards.ts";
import { staffAffiliationRoutes, staffRequestsRoute } from "../affiliations/main-routes.tsx";
import { staffIntegrationsRoute } from "../integrations/routes.tsx";
import { supportDeskRoutes } from "../support-desk/routes.tsx";
import { staffTenantRoutes } from "../tenants/routes.tsx";

/**
 * The staff area, on the main site only. Other members are redirected to the start page, as from
 * any unknown path.
 */
export function staffRoutes(cache: QueryClient): RouteObject[] {
  return [
    {
      path: "staff",
      middleware: [guards(cache).staff],
      // React Router may skip a route without a loader when no child route loads; the guard must
      // always run.
      loader: () => null,
      lazy: lazyScreen(
        () => import("./staff-frame.tsx"),
        (module) => module.StaffFrame,
      ),
      children: [
        {
          index: true,
          lazy: lazyScreen(
            () => import("./overview-screen.tsx"),
            (module) => module.OverviewScreen,
          ),
        },
        {
          path: "users",
          lazy: lazyScreen(
            () => import("./users-screen.tsx"),
            (module) => module.UsersScreen,
          ),
        },
        {
          path: "users/:userId/:tab?",
          lazy: lazyScreen(
            () => import("./user/user-screen.tsx"),
            (module) => module.UserScreen,
          ),
        },
        {
          path: "communities",
          lazy: lazyScreen(
            () => import("./communities-screen.tsx"),
            (module) => module.StaffCommunitiesScreen,
          ),
        },
        {
          path: "communities/:communityId",
          lazy: lazyScreen(
            () => import("./community-screen.tsx"),
            (module) => module.StaffCommunityScreen,
          ),
        },
        staffRequestsRoute(),
        ...staffAffiliationRoutes(),
        ...staffTenantRoutes(),
        {
          path: "invite-codes",
          lazy: lazyScreen(
            () => import("./invite-codes-screen.tsx"),
            (module) => module.InviteCodesScreen,
          ),
        },
        {
          path: "waitlist",
          lazy: lazyScreen(
            () => import("./waitlist-review-screen.tsx"),
            (module) => module.WaitlistReviewScreen,
          ),
        },
        {
          path: "reports",
          lazy: lazyScreen(
            () => import("./reports-screen.tsx"),
            (module) => module.ReportsScreen,
          ),
        },
        {
          path: "message-reports",
          lazy: lazyScreen(
            () => import("./message-reports/screen.tsx"),
            (module) => module.MessageReportsScreen,
          ),
        },
        {
          path: "legal",
          lazy: lazyScreen(
            () => import("./legal/documents-screen.tsx"),
            (module) => module.DocumentsScreen,
          ),
        },
        {
          path: "legal/:key",
          lazy: lazyScreen(
            () => import("./legal/editor-screen.tsx"),
            (module) => module.EditorScreen,
          ),
        },
        {
          path: "two-factor-policy",
          lazy: lazyScreen(
            () => import("./two-factor-policy-screen.tsx"),
            (module) => module.TwoFactorPolicyScreen,
          ),
        },
        {
          path: "content-filter",
          lazy: lazyScreen(
            () => import("./content-filter/content-filter-screen.tsx"),
            (module) => module.ContentFilterScreen,
          ),
        },
        {
          path: "security-alerts",
          lazy: lazyScreen(
            () => import("./alerts-screen.tsx"),
            (module) => module.AlertsScreen,
          ),
        },
        {
          path: "moderation",
          lazy: lazyScreen(
            () => import("./audit/moderation-screen.tsx"),
            (module) => module.ModerationScreen,
          ),
        },
        staffIntegrationsRoute(),
        {
          path: "jobs",
          lazy: lazyScreen(
            () => import("./jobs/jobs-screen.tsx"),
            (module) => module.JobsScreen,
          ),
        },
        {
          path: "audit",
          lazy: lazyScreen(
            () => import("./audit/audit-screen.tsx"),
            (module) => module.AuditScreen,
          ),
        },
      ],
    },
    {
      middleware: [guards(cache).staff],
      loader: () => null,
      lazy: lazyScreen(
        () => import("./staff-frame.tsx"),
        (module) => module.StaffFrame,
      ),
      children: supportDeskRoutes(),
    },
  ];
}
