import type { QueryClient } from "@tanstack/react-query";
import { redirect } from "react-router";
import type { Boot, Me } from "../../api/types.ts";
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

/** What stands between somebody and the members' screens; null when nothing does. */
export function gatePathFor(me: Me | null): GatePath | null {
  if (me === null) return "/login";
  if (isPaused(me)) return "/access-paused";
  if (me.onboarding.needsEmailVerification) return "/verify-email";
  if (needsDocuments(me)) return "/welcome";
  return null;
}

/** Where `/` sends somebody: on main to their communities, at a portal to its home (P-05). */
export function homePathFor(me: Me | null, portal: Boot["portal"] = null): string {
  const gate = gatePathFor(me);
  if (gate !== null || me === null) return gate ?? "/login";
  return takeReturnPath(me.id) ?? (portal === null ? "/communities" : "/home");
}

interface LoaderArgs {
  request: Request;
}

/** Every loader below asks the same cached answer, so a guard costs one request a visit. */
export function guards(cache: QueryClient, portal: Boot["portal"] = null) {
  const me = async () => {
    // Signed in from another tab since this one last looked.
    if (cache.getQueryData(meQuery.queryKey) === null && hasSessionCookie()) return fetchMe(cache);
    return cache.ensureQueryData({ ...meQuery, revalidateIfStale: true });
  };

  return {
    /** Members' screens. The wanted path is kept for when the way is free. */
    member: async ({ request }: LoaderArgs) => {
      const viewer = await me();
      const gate = gatePathFor(viewer);
      if (gate === null) return;
      rememberReturnPath(requestedPath(request), viewer?.id ?? null);
      throw redirect(gate);
    },

    /**
     * Staff screens, within the members' part: `middleware: [guard.staff]` on a route below the
     * member guard.
     */
    staff: async () => requireStaff(cache, cache.getQueryData(meQuery.queryKey) ?? (await me())),

    /** Public pages only need to know who looks. */
    known: async () => {
      await me();
      return null;
    },

    home: async () => redirect(homePathFor(await me(), portal)),

    /** The sign-in and sign-up screens are for visitors. */
    visitor: async ({ request }: LoaderArgs) => {
      if ((await me()) === null) return null;
      const wantsWelcome = new URL(request.url).searchParams.get("redirect") === "welcome";
      throw redirect(wantsWelcome ? "/welcome" : "/home");
    },

    /** The onboarding wizard: visitors, paused and finished members have no business there. */
    welcome: async () => {
      const gate = gatePathFor(await me());
      if (gate !== "/welcome") throw redirect(gate ?? "/");
      await cache.ensureQueryData(progressQuery);
      return null;
    },

    /**
     * The waiting screen. With a token in the address anybody may pass: the link works signed out.
     * So may somebody whose sign-in was just refused for their address.
     */
    verifyEmail: async ({ request }: LoaderArgs) => {
      if (new URL(request.url).searchParams.has("token")) return null;
      const viewer = await me();
      if (viewer === null && storedUnverifiedSignIn() !== null) return null;
      if (viewer === null) throw redirect("/login");
      if (!viewer.onboarding.needsEmailVerification) throw redirect("/welcome");
      return null;
    },

    paused: async () => {
      const viewer = await me();
      if (viewer === null) throw redirect("/login");
      if (!isPaused(viewer)) throw redirect("/");
      return null;
    },
  };
}

export type Guards = ReturnType<typeof guards>;
