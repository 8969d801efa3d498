import { t } from "@lingui/core/macro";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

/** Shown to viewers without a community, who can neither read nor write Insights. */
export function NoCommunities() {
  return (
    <EmptyState
      className="py-16"
      title={t`No communities yet`}
      text={t`Insights are written and read in communities.`}
      action={<ButtonLink to="/communities">{t`My Communities`}</ButtonLink>}
    />
  );
}
