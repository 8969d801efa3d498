import { t } from "@lingui/core/macro";
import { readableName } from "@guildhall/web-kit/content/audit-labels.ts";

const KIND_LABELS: Readonly<Record<string, string>> = {
  "count-analytics": t({ message: "Count analytics", context: "kind of job" }),
  "count-group-join": t({ message: "Count group join", context: "kind of job" }),
  "decay-cords": t({ message: "Decay cords", context: "kind of job" }),
  "delete-account": t({ message: "Delete account", context: "kind of job" }),
  "delete-web-build": t({ message: "Delete web build", context: "kind of job" }),
  "domain-check": t({ message: "Domain check", context: "kind of job" }),
  "end-community": t({ message: "End community", context: "kind of job" }),
  "export-data": t({ message: "Export data", context: "kind of job" }),
  "follow-belonging": t({ message: "Follow belonging", context: "kind of job" }),
  "forget-affiliation-logo": t({ message: "Forget affiliation logo", context: "kind of job" }),
  "forget-brand-files": t({ message: "Forget brand files", context: "kind of job" }),
  "forget-picture": t({ message: "Forget picture", context: "kind of job" }),
  "forget-post-images": t({ message: "Forget post images", context: "kind of job" }),
  "forget-ticket-files": t({ message: "Forget ticket files", context: "kind of job" }),
  housekeeping: t({ message: "Housekeeping", context: "kind of job" }),
  mail: t({ message: "Mail", context: "kind of job" }),
  "notification-digest": t({ message: "Notification digest", context: "kind of job" }),
  "notification-mail": t({ message: "Notification mail", context: "kind of job" }),
  "notify-members": t({ message: "Notify members", context: "kind of job" }),
  "plan-notifications": t({ message: "Plan notifications", context: "kind of job" }),
  push: t({ message: "Push", context: "kind of job" }),
  "push-notifications": t({ message: "Push notifications", context: "kind of job" }),
  recovery: t({ message: "Recovery", context: "kind of job" }),
  "sign-up": t({ message: "Sign up", context: "kind of job" }),
  "spread-default-community": t({ message: "Spread default community", context: "kind of job" }),
  "test-email": t({ message: "Test email", context: "kind of job" }),
  "webhook.deliver": t({ message: "Deliver to a webhook", context: "kind of job" }),
  verification: t({ message: "Verification", context: "kind of job" }),
};

/** The kind of a background job; one without a label is made readable. */
export function jobKindLabel(kind: string): string {
  return KIND_LABELS[kind] ?? readableName(kind);
}
