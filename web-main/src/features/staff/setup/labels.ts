import { plural, t } from "@lingui/core/macro";
import type { SetupChecklist, SetupStep } from "@guildhall/web-kit/api/staff-types.ts";

export interface StepLabels {
  title: string;
  /** The missing step and the reason why it matters. */
  text: string;
  /** Link to the screen for the step; null if it is done here. */
  action: { label: string; to: string } | null;
}

/** A setup step's label and link. */
export function labelsOf(step: SetupStep, checklist: SetupChecklist): StepLabels {
  switch (step) {
    case "legal-documents":
      return {
        title: t`Publish the legal documents`,
        text: missingDocuments(checklist),
        action: { label: t({ message: "Open", context: "verb" }), to: "/staff/legal" },
      };
    case "test-email":
      return {
        title: t`Send a test email`,
        text: t`Members confirm their address by email, so sign-up needs a working mail server.`,
        action: null,
      };
    case "second-factor":
      return {
        title: t`Protect staff accounts with a second factor`,
        text: withoutFactor(checklist.staffWithoutSecondFactor),
        action: { label: t`Set up`, to: "/settings/two-factor" },
      };
    case "affiliation":
      return {
        title: t`Create the first affiliation`,
        text: t`The association, union or school whose members come together here.`,
        action: { label: t`Create`, to: "/staff/affiliations/new" },
      };
    case "portal":
      return {
        title: t`Open a portal`,
        text: t`A branded site for one affiliation, with its own address.`,
        action: { label: t({ message: "Open", context: "verb" }), to: "/staff/tenants" },
      };
    case "domain":
      return {
        title: t`Connect a custom domain`,
        text: t`A portal can use a domain of its affiliation, such as members.example.org.`,
        action: { label: t({ message: "Open", context: "verb" }), to: "/staff/tenants" },
      };
    case "invite-code":
      return {
        title: t`Invite the first members`,
        text: t`Signing up requires an invite code. Create one, and send it or its link.`,
        action: { label: t`Create`, to: "/staff/invite-codes" },
      };
  }
}

function withoutFactor(count: number): string {
  return plural(count, {
    one: "# staff account has no second factor. Each account sets it up in its own settings.",
    other: "# staff accounts have no second factor. Each account sets it up in its own settings.",
  });
}

function missingDocuments({ unpublishedDocuments, shippedDocuments }: SetupChecklist): string {
  const unpublished = unpublishedDocuments.length;
  const shipped = shippedDocuments.length;
  const sentences: string[] = [];
  if (unpublished > 0) {
    sentences.push(
      plural(unpublished, {
        one: "# of 3 is still a placeholder that only staff see.",
        other: "# of 3 are still placeholders that only staff see.",
      }),
    );
  }
  if (shipped > 0) {
    sentences.push(
      plural(shipped, {
        one: "# of 3 has the draft that came with the software, and members see it.",
        other: "# of 3 have the draft that came with the software, and members see it.",
      }),
    );
  }
  return [...sentences, t`Adapt the drafts and publish them.`].join(" ");
}
