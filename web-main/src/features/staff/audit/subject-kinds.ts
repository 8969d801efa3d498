import { t } from "@lingui/core/macro";
import { readableName } from "@guildhall/web-kit/content/audit-labels.ts";

const KIND_LABELS: Readonly<Record<string, string>> = {
  account: t({ message: "Account", context: "subject of an action" }),
  affiliation: t({ message: "Affiliation", context: "subject of an action" }),
  "affiliation-request": t`Affiliation request`,
  "affiliation-template": t`Affiliation template`,
  article: t({ message: "Article", context: "subject of an action" }),
  comment: t({ message: "Comment", context: "subject of an action" }),
  community: t`Community`,
  edges: t`Edges`,
  host: t({ message: "Host", context: "host name" }),
  "invite-code": t`Invite code`,
  job: t`Job`,
  "legal-document": t`Legal document`,
  "message-report": t`Message report`,
  network: t({ message: "Network", context: "subject of an action" }),
  post: t({ message: "Post", context: "noun" }),
  report: t({ message: "Report", context: "noun" }),
  "setup-step": t`Setup step`,
  "system-settings": t`System settings`,
  tenant: t`Tenant`,
  thread: t`Thread`,
  waitlist: t`Waitlist`,
};

/** The kind of an audit entry's subject; one without a label is made readable. */
export function subjectKindLabel(kind: string): string {
  return KIND_LABELS[kind] ?? readableName(kind);
}
