import type { QueryClient } from "@tanstack/react-query";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import type { Me } from "@guildhall/web-kit/api/types.ts";
import type { PreloadPlan } from "@guildhall/web-kit/shell/lazy.ts";

/** The screens that only this build has: those of staff, for staff (A-241, F-119). */
export function mainScreens(cache: QueryClient): PreloadPlan {
  const isStaff = () => cache.getQueryData<Me | null>(keys.me)?.isStaff === true;
  const forStaff = (load: () => Promise<unknown>) => async () => (isStaff() ? load() : null);
  return [
    { afterMs: 1500, load: forStaff(() => import("./features/staff/staff-frame.tsx")) },
    { afterMs: 3000, load: forStaff(() => import("./features/staff/overview-screen.tsx")) },
    { afterMs: 4000, load: forStaff(() => import("./features/staff/users-screen.tsx")) },
    { afterMs: 4000, load: forStaff(() => import("./features/support-desk/desk-screen.tsx")) },
    { afterMs: 4000, load: forStaff(() => import("./features/support-desk/team-screen.tsx")) },
  ];
}
