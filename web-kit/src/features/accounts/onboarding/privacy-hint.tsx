import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Eye } from "lucide-react";
import type { Audience, Me } from "../../../api/types.ts";

const sentences: Record<Audience, string> = {
  private: t`Other members see only your name, handle and picture, and the network directory does not list you.`,
  affiliations: t`Members who share an affiliation with you can see your profile.`,
  public: t`Other members can see your profile.`,
};

/** The audience of the new member's profile, and the page where it is changed (G-041). */
export function PrivacyHint({ me }: { me: Me }) {
  const audience = me.isProfilePrivate ? "private" : me.profileVisibility;
  return (
    <p className="mb-3 flex items-start gap-2 text-13 text-ink-2">
      <Eye size={15} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
      <span>
        {sentences[audience]}{" "}
        <Trans>
          You can change this under <strong className="font-medium">Settings, Privacy</strong>.
        </Trans>
      </span>
    </p>
  );
}
