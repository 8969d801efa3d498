import type { QueryClient } from "@tanstack/react-query";
import { redirect } from "react-router";
import type { Boot, Me } from "../../api/types.ts";
import { progressQuery } from "./onboarding/progress.ts";
import { fetchMe, meQuery } from "./queries.ts";
import { rememberPath, takePath, wantedPath } from "./return-path.ts";
import { hasSessionCookie } from "./session-monitor.ts";
import { admitStaff } from "./staff-guard.ts";
import { unproven } from "./unproven.ts";

/** The server's answer alone decides: a pause whose end has passed counts as active there. */
export function isPaused(me: Me): boolean {
  return me.accountStatus === "paused";
}

function needsDocuments(me: Me): boolean {
  const { needsTerms, needsGuidelines, needsPrivacy, needsReset } = me.onboarding;
  return needsTerms || needsGuidelines || needsPrivacy || needsReset;
}

export type Gate = "/login" | "/access-paused" | "/verify-email" | "/welcome";

/** What stands between somebody and the members' screens; null when nothing does. */
export function gateFor(me: Me | null): Gate | null {
  if (me === null) return "/login";
  if (isPaused(me)) return "/access-paused";
  if (me.onboarding.needsEmailVerification) return "/verify-email";
  if (needsDocuments(me)) return "/welcome";
  return null;
}

/** Where `/` sends somebody: on main to their communities, at a portal to its home (P-05). */
export function homeFor(me: Me | null, portal: Boot["portal"] = null): string {
  const gate = gateFor(me);
  if (gate !== null || me === null) return gate ?? "/login";
  return takePath(me.id) ?? (portal === null ? "/communities" : "/home");
}

interface Asked {
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
    member: async ({ request }: Asked) => {
      const viewer = await me();
      const gate = gateFor(viewer);
      if (gate === null) return;
      rememberPath(wantedPath(request), viewer?.id ?? null);
      throw redirect(gate);
    },

    /**
     * Staff screens, within the members' part: `middleware: [guard.staff]` on a route below the
     * member guard.
     */
    staff: async () => admitStaff(cache, cache.getQueryData(meQuery.queryKey) ?? (await me())),

    /** Public pages only need to know who looks. */
    known: async () => {
      await me();
      return null;
    },

    home: async () => redirect(homeFor(await me(), portal)),

    /** The sign-in and sign-up screens are for visitors. */
    visitor: async ({ request }: Asked) => {
      if ((await me()) === null) return null;
      const wantsWelcome = new URL(request.url).searchParams.get("redirect") === "welcome";
      throw redirect(wantsWelcome ? "/welcome" : "/home");
    },

    /** The onboarding wizard: visitors, paused and finished members have no business there. */
    welcome: async () => {
      const gate = gateFor(await me());
      if (gate !== "/welcome") throw redirect(gate ?? "/");
      await cache.ensureQueryData(progressQuery);
      return null;
    },

    /**
     * The waiting screen. With a token in the address anybody may pass: the link works signed out.
     * So may somebody whose sign-in was just refused for their address.
     */
    verifyEmail: async ({ request }: Asked) => {
      if (new URL(request.url).searchParams.has("token")) return null;
      const viewer = await me();
      if (viewer === null && unproven() !== null) return null;
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
