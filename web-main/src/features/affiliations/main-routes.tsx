import type { QueryClient } from "@tanstack/react-query";
import { type LoaderFunctionArgs, replace, type RouteObject } from "react-router";
import { lazyScreen } from "@guildhall/web-kit/shell/lazy.ts";
import { affiliationQuery } from "@guildhall/web-kit/features/affiliations/queries.ts";
import { affiliationPageRoutes } from "@guildhall/web-kit/features/affiliations/routes.tsx";
import { ownPortalTabs } from "../tenants/routes.tsx";

/** The admin area of an affiliation: on the main site only, behind its guard (P-16). */
export function manageRoutes(cache: QueryClient): RouteObject[] {
  return [
    {
      path: "affiliation/:idOrPath/manage",
      loader: ({ params }) => cache.ensureQueryData(affiliationQuery(params["idOrPath"] ?? "")),
      lazy: lazyScreen(
        () => import("./manage/manage-screen.tsx"),
        (module) => module.ManageScreen,
      ),
      children: [
        {
          index: true,
          lazy: lazyScreen(
            () => import("./manage/overview-tab.tsx"),
            (module) => module.OverviewTab,
          ),
        },
        {
          path: "page",
          lazy: lazyScreen(
            () => import("./manage/page-tab.tsx"),
            (module) => module.PageTab,
          ),
        },
        {
          path: "people",
          lazy: lazyScreen(
            () => import("./manage/people/people-tab.tsx"),
            (module) => module.PeopleTab,
          ),
        },
        {
          path: "requests",
          lazy: lazyScreen(
            () => import("./manage/requests-tab.tsx"),
            (module) => module.RequestsTab,
          ),
        },
        {
          path: "invitations",
          lazy: lazyScreen(
            () => import("./manage/invitations/invitations-tab.tsx"),
            (module) => module.InvitationsTab,
          ),
        },
        {
          path: "questionnaire",
          lazy: lazyScreen(
            () => import("./manage/questionnaire-tab.tsx"),
            (module) => module.QuestionnaireTab,
          ),
        },
        {
          path: "support",
          lazy: lazyScreen(
            () => import("./manage/support-tab.tsx"),
            (module) => module.SupportTab,
          ),
        },
        {
          path: "portal",
          lazy: lazyScreen(
            () => import("./manage/portal-tab.tsx"),
            (module) => module.PortalTab,
          ),
          children: ownPortalTabs(),
        },
        {
          path: "integrations/:webhookId?",
          lazy: lazyScreen(
            () => import("./manage/integrations-tab.tsx"),
            (module) => module.IntegrationsTab,
          ),
        },
        {
          path: "analytics",
          lazy: lazyScreen(
            () => import("./manage/analytics-tab.tsx"),
            (module) => module.AnalyticsTab,
          ),
        },
      ],
    },
    ...formerAddresses(),
  ];
}

/** Former addresses of the tabs, which notifications and bookmarks contain. */
function formerAddresses(): RouteObject[] {
  return [
    formerAddress("edit", () => "page"),
    formerAddress("requests", () => "requests"),
    formerAddress("questionnaire", () => "questionnaire"),
    formerAddress("portal/*", portalTab),
  ];
}

function formerAddress(path: string, tab: (rest: string) => string): RouteObject {
  return {
    path: `affiliation/:idOrPath/${path}`,
    loader: ({ params, request }: LoaderFunctionArgs) => {
      const { search } = new URL(request.url);
      const root = `/affiliation/${params["idOrPath"] ?? ""}/manage`;
      return replace(`${root}/${tab(params["*"] ?? "")}${search}`);
    },
  };
}

/** The present tab of a former tab of the portal's page. */
function portalTab(rest: string): string {
  if (rest === "analytics") return "analytics";
  if (rest === "members") return "people";
  return rest === "" ? "portal" : `portal/${rest}`;
}

/** The directory: on the main site only. */
export function directoryRoute(): RouteObject {
  return {
    path: "affiliations",
    lazy: lazyScreen(
      () => import("./directory-screen.tsx"),
      (module) => module.DirectoryScreen,
    ),
  };
}

/** The request for a missing affiliation: on the main site only, behind its guard. */
export function addingRoute(): RouteObject {
  return {
    path: "affiliations/new",
    lazy: lazyScreen(
      () => import("./adding/adding-screen.tsx"),
      (module) => module.AddingScreen,
    ),
  };
}

/** All affiliations for staff, below `/staff`. */
export function staffAffiliationRoutes(): RouteObject[] {
  return [
    {
      path: "affiliations",
      lazy: lazyScreen(
        () => import("./staff-desk/list-screen.tsx"),
        (module) => module.StaffAffiliationsScreen,
      ),
    },
    {
      path: "affiliations/new",
      lazy: lazyScreen(
        () => import("./creating/creating-screen.tsx"),
        (module) => module.CreatingScreen,
      ),
    },
    {
      path: "affiliations/template",
      lazy: lazyScreen(
        () => import("./staff-desk/template-screen.tsx"),
        (module) => module.TemplateScreen,
      ),
    },
    {
      path: "affiliations/:affiliationId",
      lazy: lazyScreen(
        () => import("./staff-desk/affiliation-screen.tsx"),
        (module) => module.StaffAffiliationScreen,
      ),
    },
  ];
}

/** All requests, below `/staff`. */
export function staffRequestsRoute(): RouteObject {
  return {
    path: "affiliation-requests",
    lazy: lazyScreen(
      () => import("./requests/all-requests-screen.tsx"),
      (module) => module.AllRequestsScreen,
    ),
  };
}

/** The affiliation's page with what its admins and staff manage on the main site only. */
export function managedPageRoutes(cache: QueryClient): RouteObject[] {
  return affiliationPageRoutes(cache, () => import("./admin-parts.tsx"));
}
