import { redirect, replace, type RouteObject } from "react-router";
import { guards } from "../features/accounts/guards.ts";
import { rememberLinkedCode } from "../features/accounts/signup-draft.ts";
import { activityRoutes } from "../features/activity/routes.tsx";
import { articlesRoutes, sharedArticleRoute } from "../features/articles/routes.tsx";
import { transferLoader } from "../features/transfer/arrival.ts";
import { eventRoutes } from "../features/communities/events/routes.tsx";
import { feedRoutes } from "../features/feed/routes.tsx";
import { messagesRoutes } from "../features/messages/routes.tsx";
import { introductionRoutes } from "../features/introductions/routes.tsx";
import { networkRoutes } from "../features/network/routes.tsx";
import {
  loadNotification,
  notificationRoute,
  unsubscribeRoute,
} from "../features/notification-links/routes.tsx";
import { profileRoutes } from "../features/profile/routes.tsx";
import { settingsRoutes } from "../features/settings/routes.tsx";
import { supportRoute } from "../features/support/routes.tsx";
import type { App } from "../shell/app.ts";
import { lazyScreen, type PreloadPlan, preload } from "../shell/lazy.ts";
import { RouteError } from "../shell/route-error.tsx";
import { loadSearch, provideParts } from "./provided-parts.ts";

/** Stores an invitation's code in the tab and removes it from the address. */
function openInvitation(code: string): Response {
  rememberLinkedCode(code);
  return replace("/signup");
}

const goTo = (path: string) => () => redirect(path);
const layouts = () => import("../shell/member-layout.tsx");
const legal = () => import("../features/legal/legal-screen.tsx");

/** Routes that a build adds to those of both sites. */
export interface SiteRoutes {
  /** Routes for members, within the app frame. */
  member: RouteObject[];
  /** Public routes, within the frame for members or visitors. */
  open: RouteObject[];
}

/** The routes of both builds: entry screens, public pages, and the guarded members' routes. */
export function siteRoutes(app: App, own: SiteRoutes): RouteObject[] {
  provideParts();
  const guard = guards(app.cache);
  return [
    { index: true, loader: guard.home },
    { path: "dashboard", loader: goTo("/communities") },
    {
      path: "groups/:communityId",
      loader: ({ params }) => redirect(`/communities/${params["communityId"] ?? ""}`),
    },
    { path: "terms", loader: goTo("/terms-of-service") },
    { path: "privacy", loader: goTo("/privacy-policy") },
    {
      path: "login",
      loader: guard.visitor,
      lazy: lazyScreen(
        () => import("../features/accounts/login-screen.tsx"),
        (module) => module.LoginScreen,
      ),
    },
    {
      path: "login/google",
      lazy: lazyScreen(
        () => import("../features/accounts/google-screen.tsx"),
        (module) => module.GoogleScreen,
      ),
    },
    { path: "join/:code", loader: ({ params }) => openInvitation(params["code"] ?? "") },
    {
      path: "signup",
      loader: async (requested) => {
        const code = new URL(requested.request.url).searchParams.get("code");
        return code === null ? guard.visitor(requested) : openInvitation(code);
      },
      lazy: lazyScreen(
        () => import("../features/accounts/signup-screen.tsx"),
        (module) => module.SignupScreen,
      ),
    },
    {
      path: "forgot-password",
      loader: guard.known,
      lazy: lazyScreen(
        () => import("../features/accounts/forgot-screen.tsx"),
        (module) => module.ForgotScreen,
      ),
    },
    {
      path: "reset-password",
      loader: guard.known,
      lazy: lazyScreen(
        () => import("../features/accounts/reset-screen.tsx"),
        (module) => module.ResetScreen,
      ),
    },
    {
      path: "verify-email",
      loader: guard.verifyEmail,
      lazy: lazyScreen(
        () => import("../features/accounts/verify-email-screen.tsx"),
        (module) => module.VerifyEmailScreen,
      ),
    },
    {
      path: "welcome",
      loader: guard.welcome,
      lazy: lazyScreen(
        () => import("../features/accounts/onboarding/onboarding-screen.tsx"),
        (module) => module.OnboardingScreen,
      ),
    },
    {
      path: "access-paused",
      loader: guard.paused,
      lazy: lazyScreen(
        () => import("../features/accounts/paused-screen.tsx"),
        (module) => module.PausedScreen,
      ),
    },
    supportRoute(app),
    unsubscribeRoute(),
    {
      path: "transfer",
      loader: transferLoader,
      lazy: lazyScreen(
        () => import("../features/transfer/transfer-screen.tsx"),
        (module) => module.TransferScreen,
      ),
    },
    {
      lazy: lazyScreen(layouts, (module) => module.OpenLayout),
      loader: guard.known,
      children: [
        {
          errorElement: <RouteError />,
          children: [
            {
              path: "about",
              lazy: lazyScreen(
                () => import("../features/accounts/about-screen.tsx"),
                (module) => module.AboutScreen,
              ),
            },
            { path: "terms-of-service", lazy: lazyScreen(legal, (module) => module.TermsScreen) },
            { path: "privacy-policy", lazy: lazyScreen(legal, (module) => module.PrivacyScreen) },
            {
              path: "community-guidelines",
              lazy: lazyScreen(legal, (module) => module.GuidelinesScreen),
            },
            sharedArticleRoute(app.cache),
            ...own.open,
          ],
        },
      ],
    },
    {
      middleware: [guard.member],
      // React Router may skip a route without a loader when no child route loads; the guard must
      // always run.
      loader: () => null,
      lazy: lazyScreen(layouts, (module) => module.MemberLayout),
      children: [
        {
          errorElement: <RouteError />,
          children: [
            ...feedRoutes(app),
            ...own.member,
            ...articlesRoutes(),
            ...activityRoutes(app.cache),
            notificationRoute(app),
            ...messagesRoutes(app.cache),
            ...networkRoutes(),
            ...introductionRoutes(),
            ...eventRoutes(),
            ...profileRoutes(app.cache),
            ...settingsRoutes(),
          ],
        },
      ],
    },
    { path: "*", loader: goTo("/") },
  ];
}

/** Preloads the screens that most visits need next, and those of this build. */
export function preloadScreens(own: PreloadPlan = []): void {
  preload([
    { afterMs: 1000, load: layouts },
    { afterMs: 1000, load: () => import("../features/communities/communities-screen.tsx") },
    { afterMs: 2000, load: () => import("../features/affiliations/affiliation-screen.tsx") },
    { afterMs: 3000, load: () => import("../features/accounts/onboarding/onboarding-screen.tsx") },
    { afterMs: 3000, load: () => import("../features/profile/own-screen.tsx") },
    { afterMs: 3000, load: () => import("../features/profile/person-screen.tsx") },
    { afterMs: 3000, load: () => import("../features/network/network-screen.tsx") },
    { afterMs: 4000, load: () => import("../features/settings/settings-screen.tsx") },
    { afterMs: 3000, load: loadSearch },
    { afterMs: 4000, load: () => import("../features/messages/messages-screen.tsx") },
    { afterMs: 4000, load: () => import("../features/feed/feed-screen.tsx") },
    { afterMs: 4000, load: () => import("../features/support/support-layout.tsx") },
    { afterMs: 4000, load: () => import("../shell/shortcuts/shortcut-keys.tsx") },
    { afterMs: 4000, load: legal },
    { afterMs: 4000, load: loadNotification },
    { afterMs: 4000, load: () => import("../features/articles/shared-screen.tsx") },
    ...own,
  ]);
}
