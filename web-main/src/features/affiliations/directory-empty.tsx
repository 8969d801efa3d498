import { Button, ButtonLink } from "@guildhall/web-kit/ui/button.tsx";
import { EmptyState, type EmptyStateProps } from "@guildhall/web-kit/ui/empty-state.tsx";
import type { DirectoryParams } from "@guildhall/web-kit/features/affiliations/queries.ts";

export interface DirectoryEmptyProps {
  wanted: DirectoryParams;
  signedIn: boolean;
  /** Resets the filter to all affiliations. */
  onAll: () => void;
}

/** The reason why the directory, or the filtered part of it, is empty. */
export function DirectoryEmpty(props: DirectoryEmptyProps) {
  return <EmptyState className="py-12" picture="square" {...emptyState(props)} />;
}

function emptyState({ wanted, signedIn, onAll }: DirectoryEmptyProps): EmptyStateProps {
  const all = <Button onClick={onAll}>Show all</Button>;
  if (wanted.q !== "") {
    const text = "No affiliation visible to you has this in its name.";
    return { title: "No affiliation found", text, action: all };
  }
  if (wanted.whose === "mine") {
    const text = "Apply to one, or wait for an invitation.";
    return { title: "You are not a member of any affiliation yet", text, action: all };
  }
  if (signedIn) {
    const text = "You don't have access to any affiliations yet.";
    return { title: "No affiliations", text };
  }
  return {
    title: "No affiliations",
    text: "Sign in to view private affiliations.",
    action: <ButtonLink to="/login">Log In</ButtonLink>,
  };
}
