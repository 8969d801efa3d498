import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { firstPage } from "../../api/loading.ts";
import type { OwnStaffAction } from "../../api/staff-role-types.ts";
import type { Page } from "../../api/types.ts";

/** The actions of staff on the viewer's own account, without the names of staff. */
export const staffActionsQuery = infiniteQueryOptions({
  queryKey: ["own-staff-actions"],
  queryFn: ({ pageParam, signal }) =>
    call<Page<OwnStaffAction>>("GET", "/api/me/staff-actions", {
      signal,
      query: { cursor: pageParam },
    }),
  initialPageParam: firstPage,
  getNextPageParam: (last) => last.nextCursor,
  staleTime: 0,
});
