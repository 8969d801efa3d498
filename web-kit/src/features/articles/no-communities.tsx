import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

/** Shown to viewers without a community, who can neither read nor write Insights. */
export function NoCommunities() {
  return (
    <EmptyState
      className="py-16"
      title="No communities yet"
      text="Insights are written and read in communities."
      action={<ButtonLink to="/communities">My Communities</ButtonLink>}
    />
  );
}
