import type { ReportStatus } from "../../api/types.ts";
import { useSearchParam } from "../../shell/use-search-param.ts";

const STATUSES: readonly ReportStatus[] = ["open", "resolved", "dismissed"];

/** The status filter of the reports, kept in the address. */
export function useStatus(): [ReportStatus, (status: ReportStatus) => void] {
  const [{ status }, change] = useSearchParam(read, write);
  return [status, (next) => change({ status: next })];
}

function read(search: URLSearchParams): { status: ReportStatus } {
  const wanted = search.get("status");
  return { status: STATUSES.find((known) => known === wanted) ?? "open" };
}

const write = ({ status }: { status: ReportStatus }) =>
  new URLSearchParams(status === "open" ? {} : { status });
