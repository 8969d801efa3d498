import type { QueryClient } from "@tanstack/react-query";
import { redirect } from "react-router";
import type { Me } from "../../api/types.ts";
import { applyMemberLanguage } from "../../language/member-language.ts";
import { progressQuery } from "./onboarding/progress.ts";
import { fetchMe, meQuery } from "./queries.ts";
import { rememberReturnPath, takeReturnPath, requestedPath } from "./return-path.ts";
import { hasSessionCookie } from "./session-monitor.ts";
import { requireStaff } from "./staff-guard.ts";
import { storedUnverifiedSignIn } from "./unverified-sign-in.ts";

/** The server's answer alone decides: a pause whose end has passed counts as active there. */
export function isPaused(me: Me): boolean {
  return me.accountStatus === "paused";
}

function needsDocuments(me: Me): boolean {
  const { needsTerms, needsGuidelines, needsPrivacy, needsReset } = me.onboarding;
  return needsTerms || needsGuidelines || needsPrivacy || needsReset;
}

export type GatePath = "/login" | "/access-paused" | "/verify-email" | "/welcome";

/** The screen that a user must complete before the members' screens; null if there is none. */
export function gatePathFor(me: Me | null): GatePath | null {
  if (me === null) return "/login";
  if (isPaused(me)) return "/access-paused";
  if (me.onboarding.needsEmailVerification) return "/verify-email";
  if (needsDocuments(me)) return "/welcome";
  return null;
}

/** Redirect target of `/`: the home screen, which shows what is new. */
export function homePathFor(me: Me | null): string {
  const gate = gatePathFor(me);
  if (gate !== null || me === null) return gate ?? "/login";
  return takeReturnPath(me.id) ?? "/home";
}

interface LoaderArgs {
  request: Request;
}

/** Route guards. All of them share the cached `me` query, so a visit costs one request. */
export function guards(cache: QueryClient) {
  const load = () => {
    // Signed in from another tab since this one last looked.
    if (cache.getQueryData(meQuery.queryKey) === null && hasSessionCookie()) return fetchMe(cache);
    return cache.ensureQueryData({ ...meQuery, revalidateIfStale: true });
  };
  const me = async ({ request }: LoaderArgs) => {
    const viewer = await load();
    // Staff who view as a member read in their own language.
    if (viewer !== null && viewer.viewedAs == null) {
      await applyMemberLanguage(viewer, requestedPath(request));
    }
    return viewer;
  };

  return {
    /** Members' screens. Stores the requested path for the redirect after sign-in. */
    member: async (args: LoaderArgs) => {
      const viewer = await me(args);
      const gate = gatePathFor(viewer);
      if (gate === null) return;
      rememberReturnPath(requestedPath(args.request), viewer?.id ?? null);
      throw redirect(gate);
    },

    /**
     * Staff screens, within the members' part: `middleware: [guard.staff]` on a route below the
     * member guard.
     */
    staff: async (args: LoaderArgs) =>
      requireStaff(cache, cache.getQueryData(meQuery.queryKey) ?? (await me(args))),

    /** Screens for every account, also before onboarding and while it is paused. */
    account: async (args: LoaderArgs) => {
      if ((await me(args)) !== null) return null;
      rememberReturnPath(requestedPath(args.request), null);
      throw redirect("/login");
    },

    /** Public pages: load the viewer, without a redirect. */
    known: async (args: LoaderArgs) => {
      await me(args);
      return null;
    },

    home: async (args: LoaderArgs) => redirect(homePathFor(await me(args))),

    /** The sign-in and sign-up screens are for visitors. */
    visitor: async (args: LoaderArgs) => {
      if ((await me(args)) === null) return null;
      const wantsWelcome = new URL(args.request.url).searchParams.get("redirect") === "welcome";
      throw redirect(wantsWelcome ? "/welcome" : "/home");
    },

    /** The onboarding wizard: visitors, paused and finished members have no business there. */
    welcome: async (args: LoaderArgs) => {
      const gate = gatePathFor(await me(args));
      if (gate !== "/welcome") throw redirect(gate ?? "/");
      await cache.ensureQueryData(progressQuery);
      return null;
    },

    /**
     * The verification screen. It is open to visitors with a token in the URL, and after a sign-in
     * that was refused because of an unverified address.
     */
    verifyEmail: async (args: LoaderArgs) => {
      if (new URL(args.request.url).searchParams.has("token")) return null;
      const viewer = await me(args);
      if (viewer === null && storedUnverifiedSignIn() !== null) return null;
      if (viewer === null) throw redirect("/login");
      if (!viewer.onboarding.needsEmailVerification) throw redirect("/welcome");
      return null;
    },

    paused: async (args: LoaderArgs) => {
      const viewer = await me(args);
      if (viewer === null) throw redirect("/login");
      if (!isPaused(viewer)) throw redirect("/");
      return null;
    },
  };
}

export type Guards = ReturnType<typeof guards>;
