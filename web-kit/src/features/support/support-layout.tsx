import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import type { Me } from "../../api/types.ts";
import { useLive } from "../../live/use-live.ts";
import { AppFrame } from "../../shell/app-frame.tsx";
import { BrandLockup } from "../../shell/brand-lockup.tsx";
import { OfflineBanner } from "../../shell/offline-banner.tsx";
import { useHasSiteAccess } from "../../shell/portal-access.ts";
import { Title } from "../../shell/title.tsx";
import { VisitorFrame } from "../../shell/visitor-frame.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { gatePathFor } from "../accounts/guards.ts";
import { useMe } from "../accounts/queries.ts";
import { rememberReturnPath } from "../accounts/return-path.ts";
import { PauseSupport } from "./pause-support.tsx";
import { SupportScreen } from "./support-screen.tsx";

/**
 * `/support` for everyone who has an account: within the app for members, in a plain frame before
 * onboarding and for paused accounts, which use only part of it.
 */
export function SupportLayout() {
  const me = useMe();
  if (me === null) return <LoginRequired />;
  const gate = gatePathFor(me);
  if (gate === null) return <MemberSupport me={me} />;
  if (gate === "/access-paused") {
    return (
      <PlainSupportFrame>
        <PauseSupport viewerId={me.id} />
      </PlainSupportFrame>
    );
  }
  return (
    <PlainSupportFrame aside={<ButtonLink to={gate}>{t`Back to setup`}</ButtonLink>}>
      <SupportScreen viewerId={me.id} />
    </PlainSupportFrame>
  );
}

function MemberSupport({ me }: { me: Me }) {
  const belongs = useHasSiteAccess(me);
  useLive(belongs ? me.id : null);
  return (
    <AppFrame me={me}>
      <SupportScreen viewerId={me.id} />
    </AppFrame>
  );
}

/** Shown if the session ends on the page: signing in leads back to it (F-088, G-045). */
function LoginRequired() {
  const { pathname, search } = useLocation();
  return (
    <VisitorFrame>
      <Title>{t`Support Center`}</Title>
      <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto bg-surface">
        <EmptyState
          className="py-12"
          heading="h1"
          picture="oculus"
          title={t`Please log in`}
          text={t`Our staff answer members here.`}
          action={
            <ButtonLink
              to="/login"
              variant="primary"
              onClick={() => rememberReturnPath(pathname + search, null)}
            >{t`Go to Login`}</ButtonLink>
          }
        />
      </div>
    </VisitorFrame>
  );
}

/** The frame for accounts that cannot use the app yet or at the moment. */
function PlainSupportFrame(props: { aside?: ReactNode; children: ReactNode }) {
  return (
    <div className="relative flex h-dvh flex-col overflow-hidden bg-canvas">
      <OfflineBanner />
      <header className="flex h-14 shrink-0 items-center justify-between gap-4 px-5">
        <BrandLockup size={24} className="text-[0.9375rem]" />
        {props.aside}
      </header>
      <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        {props.children}
      </main>
    </div>
  );
}
