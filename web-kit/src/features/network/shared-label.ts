import { plural, t } from "@lingui/core/macro";
import type { SharedCounts } from "../../api/types.ts";

/** "2 affiliations, 3 communities in common"; null if there is nothing. */
export function sharedLabel({ affiliations, communities }: SharedCounts): string | null {
  if (affiliations === 0 && communities === 0) return null;
  if (communities === 0) {
    return plural(affiliations, {
      one: "# affiliation in common",
      other: "# affiliations in common",
    });
  }
  if (affiliations === 0) {
    return plural(communities, { one: "# community in common", other: "# communities in common" });
  }
  return t`${plural(affiliations, { one: "# affiliation", other: "# affiliations" })}, ${plural(
    communities,
    { one: "# community in common", other: "# communities in common" },
  )}`;
}
