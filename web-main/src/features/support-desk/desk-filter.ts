import { t } from "@lingui/core/macro";
import { useSearchParam } from "@guildhall/web-kit/shell/use-search-param.ts";

/** The names of the filters that are sets; the server takes them separated with commas. */
export const SETS = ["status", "priority", "category", "desk"] as const;
export type SetName = (typeof SETS)[number];

export interface DeskFilter {
  q: string;
  status: readonly string[];
  priority: readonly string[];
  category: readonly string[];
  /** `platform`, `affiliation`; without either the inbox shows the tickets of platform staff. */
  desk: readonly string[];
  /** An account id, `me`, `none`, or empty for all. */
  assignedToId: string;
}

const EMPTY: DeskFilter = {
  q: "",
  status: [],
  priority: [],
  category: [],
  desk: [],
  assignedToId: "",
};

export function readFilter(search: URLSearchParams): DeskFilter {
  const set = (name: SetName) => (search.get(name) ?? "").split(",").filter((part) => part !== "");
  return {
    q: search.get("q") ?? "",
    status: set("status"),
    priority: set("priority"),
    category: set("category"),
    desk: set("desk"),
    assignedToId: search.get("assignedToId") ?? "",
  };
}

/** The filter as the address and the server spell it, without its empty parts. */
export function filterParams(filter: DeskFilter): Record<string, string> {
  const words = {
    q: filter.q,
    status: filter.status.join(","),
    priority: filter.priority.join(","),
    category: filter.category.join(","),
    desk: filter.desk.join(","),
    assignedToId: filter.assignedToId,
  };
  return Object.fromEntries(Object.entries(words).filter(([, word]) => word !== ""));
}

/** The filter as the server takes it: tickets that an affiliation answers only on request. */
export const serverFilter = (filter: DeskFilter) =>
  filterParams(filter.desk.length === 0 ? { ...filter, desk: ["platform"] } : filter);

export const writeFilter = (filter: DeskFilter) => new URLSearchParams(filterParams(filter));

export const useDeskFilter = () => useSearchParam(readFilter, writeFilter);

/** The set with a value added or removed. */
export function toggleValue(set: readonly string[], value: string): string[] {
  return set.includes(value) ? set.filter((one) => one !== value) : [...set, value];
}

/** A named filter; the query is that of the address. */
export interface SavedView {
  name: string;
  query: string;
}

const buildView = (name: string, filter: Partial<DeskFilter>): SavedView => ({
  name,
  query: writeFilter({ ...EMPTY, ...filter }).toString(),
});

/** The views that every member of staff has. */
export const STANDARD_VIEWS: readonly SavedView[] = [
  buildView(t`All tickets`, {}),
  buildView(t`Unassigned`, { status: ["open", "in_progress"], assignedToId: "none" }),
  buildView(t`Assigned to me`, { status: ["open", "in_progress"], assignedToId: "me" }),
  buildView(t`Urgent`, { status: ["open", "in_progress"], priority: ["urgent", "high"] }),
  buildView(t`With affiliations`, { desk: ["affiliation"] }),
];
