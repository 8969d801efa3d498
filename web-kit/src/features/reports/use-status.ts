import { useSearchParams } from "react-router";
import type { ReportStatus } from "../../api/types.ts";

const STATUSES: readonly ReportStatus[] = ["open", "resolved", "dismissed"];

/** Which reports are looked at; it stands in the address. */
export function useStatus(): [ReportStatus, (status: ReportStatus) => void] {
  const [search, setSearch] = useSearchParams();
  const status = STATUSES.find((known) => known === search.get("status")) ?? "open";
  const choose = (next: ReportStatus) =>
    setSearch(next === "open" ? {} : { status: next }, { replace: true });
  return [status, choose];
}
