import { t } from "@lingui/core/macro";
import { Title } from "../../shell/title.tsx";
import { VisitorFrame } from "../../shell/visitor-frame.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

/** Replaces a screen whose session has ended; signing in leads back to it (C-114, G-045). */
export function AuthenticationRequired() {
  return (
    <VisitorFrame>
      <Title>{t`Authentication Required`}</Title>
      <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto bg-surface">
        <EmptyState
          className="py-12"
          heading="h1"
          picture="oculus"
          title={t`Authentication Required`}
          text={t`Your session has ended. Sign in to see your activity again.`}
          action={<ButtonLink to="/login" variant="primary">{t`Go to Login`}</ButtonLink>}
        />
      </div>
    </VisitorFrame>
  );
}
