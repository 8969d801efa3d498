import { plural, t } from "@lingui/core/macro";
import type { OpenItem, OpenItemKind } from "@guildhall/web-kit/api/affiliation-admin-types.ts";

/** The tab in which an item is handled. */
const TABS: Readonly<Record<OpenItemKind, string>> = {
  "pending-requests": "requests",
  "open-invitations": "invitations",
  handover: "people",
  "portal-draft": "portal",
  "portal-suspended": "portal",
  paused: "",
  "missing-logo": "page",
  "missing-questionnaire": "questionnaire",
};

export const itemTab = (kind: OpenItemKind): string => TABS[kind];

/** The text of an open item, and the label of its action; null if there is nothing to do. */
export function itemLabel({ kind, count }: OpenItem): { title: string; action: string | null } {
  switch (kind) {
    case "pending-requests":
      return {
        title: plural(count, {
          one: "# request to join is pending",
          other: "# requests to join are pending",
        }),
        action: t`Review`,
      };
    case "open-invitations":
      return {
        title: plural(count, { one: "# invitation is open", other: "# invitations are open" }),
        action: t({ message: "Show", context: "verb" }),
      };
    case "handover":
      return {
        title: t`The handover of the affiliation awaits an answer`,
        action: t({ message: "Show", context: "verb" }),
      };
    case "portal-draft":
      return { title: t`The portal is being set up`, action: t`Continue` };
    case "portal-suspended":
      return { title: t`The portal is paused`, action: t({ message: "Show", context: "verb" }) };
    case "paused":
      return {
        title: t`Staff paused this affiliation. Its page and portal are hidden.`,
        action: null,
      };
    case "missing-logo":
      return { title: t`The page has no logo`, action: t`Add a logo` };
    case "missing-questionnaire":
      return { title: t`Applicants answer the default questions`, action: t`Edit the questions` };
  }
}
