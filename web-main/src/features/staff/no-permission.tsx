import { t } from "@lingui/core/macro";
import { ButtonLink } from "@guildhall/web-kit/ui/button.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";

/** Shown instead of a page or list that the viewer's staff role does not include. */
export function NoPermission() {
  return (
    <EmptyState
      className="py-16"
      picture={null}
      title={t`You don't have permission to see this`}
      text={t`Your staff role does not include this page. An administrator can change your role.`}
      action={<ButtonLink to="/staff">{t`Back to the overview`}</ButtonLink>}
    />
  );
}
