import { queryOptions } from "@tanstack/react-query";
import { call } from "@guildhall/web-kit/api/client.ts";
import type { StaffJob, Workers } from "@guildhall/web-kit/api/staff-role-types.ts";
import { type Filter, pagesQuery, staffKey } from "../queries.ts";

/** Jobs change without an action of the viewer. */
export const POLL_MS = 10_000;

export const jobsQuery = (filter: Filter) =>
  pagesQuery<StaffJob>("jobs", "/api/staff/jobs", filter);

export const workersQuery = queryOptions({
  queryKey: [...staffKey, "workers"],
  queryFn: ({ signal }) => call<Workers>("GET", "/api/staff/workers", { signal }),
  refetchInterval: POLL_MS,
});

export const retryJob = (id: string) =>
  call<StaffJob>("POST", `/api/staff/jobs/${encodeURIComponent(id)}/retry`, { body: {} });
