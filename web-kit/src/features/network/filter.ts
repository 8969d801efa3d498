import { t } from "@lingui/core/macro";
import type { DirectorySort } from "../../api/types.ts";
import type { DirectoryFilter } from "./queries.ts";

export const SORTS: readonly { value: DirectorySort; label: string }[] = [
  { value: "nameAsc", label: t`Name, A to Z` },
  { value: "nameDesc", label: t`Name, Z to A` },
  { value: "recent", label: t`Newest members` },
  { value: "followersDesc", label: t`Most followers` },
];

/** English keywords by which the server filters job titles; "all" matches any. */
export const INDUSTRIES: readonly { value: string; label: string }[] = [
  { value: "architect", label: t`Architect` },
  { value: "artist", label: t`Artist` },
  { value: "chef", label: t`Chef` },
  { value: "consultant", label: t`Consultant` },
  { value: "designer", label: t`Designer` },
  { value: "developer", label: t`Developer` },
  { value: "director", label: t`Director` },
  { value: "doctor", label: t`Doctor` },
  { value: "driver", label: t`Driver` },
  { value: "engineer", label: t`Engineer` },
  { value: "lawyer", label: t`Lawyer` },
  { value: "manager", label: t`Manager` },
  { value: "nurse", label: t`Nurse` },
  { value: "organiser", label: t`Organiser` },
  { value: "researcher", label: t`Researcher` },
  { value: "student", label: t`Student` },
  { value: "teacher", label: t`Teacher` },
  { value: "writer", label: t`Writer` },
];

/** The filter in the address, which makes the list shareable. */
export function parseFilter(search: URLSearchParams): DirectoryFilter {
  const wanted = search.get("sort");
  return {
    q: search.get("q") ?? "",
    affiliation: search.get("affiliation") ?? "",
    industry: search.get("industry") ?? "",
    sort: SORTS.find(({ value }) => value === wanted)?.value ?? "nameAsc",
    includePrivate: search.get("private") === "true",
  };
}

/** The filter as query parameters, without default values. */
export function toSearchParams(filter: DirectoryFilter): URLSearchParams {
  const search = new URLSearchParams();
  if (filter.q !== "") search.set("q", filter.q);
  if (filter.affiliation !== "") search.set("affiliation", filter.affiliation);
  if (filter.industry !== "" && filter.industry !== "all") search.set("industry", filter.industry);
  if (filter.sort !== "nameAsc") search.set("sort", filter.sort);
  if (filter.includePrivate) search.set("private", "true");
  return search;
}

/** The filters without the text, at their default values. */
export const NO_FILTERS = {
  affiliation: "",
  industry: "",
  sort: "nameAsc",
  includePrivate: false,
} as const satisfies Partial<DirectoryFilter>;

/** How many filters other than the text differ from their default values. */
export function countFilters({ affiliation, industry, sort, includePrivate }: DirectoryFilter) {
  const changed = [
    affiliation !== NO_FILTERS.affiliation,
    industry !== NO_FILTERS.industry,
    sort !== NO_FILTERS.sort,
    includePrivate,
  ];
  return changed.filter(Boolean).length;
}

export function isFiltered(filter: DirectoryFilter): boolean {
  return filter.q !== "" || filter.affiliation !== "" || filter.industry !== "";
}
