import { useQuery } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import type { ViewedAs } from "../../api/staff-role-types.ts";
import type { Me } from "../../api/types.ts";
import { meQuery } from "../../features/accounts/queries.ts";

/** Ends the view: the session is that of the member of staff again. */
export const stopViewAs = () => call<null>("DELETE", "/api/view-as");

export interface CurrentView {
  me: Me;
  viewedAs: ViewedAs;
}

/** The viewed member, from the cached account; null if the viewer sees their own account. */
export function useCurrentView(): CurrentView | null {
  // Only the guards load the account: public pages must not request it.
  const me = useQuery({ ...meQuery, enabled: false }).data ?? null;
  return me === null || me.viewedAs == null ? null : { me, viewedAs: me.viewedAs };
}
