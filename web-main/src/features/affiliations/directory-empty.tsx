import { t } from "@lingui/core/macro";
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
  const all = <Button onClick={onAll}>{t`Show all`}</Button>;
  if (wanted.q !== "") {
    const text = t`No affiliation visible to you has this in its name.`;
    return { title: t`No affiliation found`, text, action: all };
  }
  if (wanted.whose === "mine") {
    const text = t`Apply to one, or wait for an invitation.`;
    return { title: t`You are not a member of any affiliation yet`, text, action: all };
  }
  if (signedIn) {
    const text = t`You don't have access to any affiliations yet.`;
    return { title: t`No affiliations`, text };
  }
  return {
    title: t`No affiliations`,
    text: t`Sign in to view private affiliations.`,
    action: <ButtonLink to="/login">{t`Log In`}</ButtonLink>,
  };
}
