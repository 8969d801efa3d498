import { queryOptions } from "@tanstack/react-query";
import { call } from "@guildhall/web-kit/api/client.ts";
import { staffKey } from "../queries.ts";

/** The names of all actions that the audit log may contain, sorted. */
export const auditActionsQuery = queryOptions({
  queryKey: [...staffKey, "audit-actions"],
  queryFn: async ({ signal }) => {
    const { actions } = await call<{ actions: string[] }>("GET", "/api/staff/audit/actions", {
      signal,
    });
    return actions;
  },
});
