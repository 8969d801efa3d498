import { useEffect } from "react";
import { Outlet, useLocation, useNavigate } from "react-router";
import type { Me } from "../api/types.ts";
import { AuthenticationRequired } from "../features/accounts/authentication-required.tsx";
import { staysOnScreen } from "../features/accounts/session-end-screens.ts";
import { gatePathFor } from "../features/accounts/guards.ts";
import { useMe } from "../features/accounts/queries.ts";
import { rememberReturnPath } from "../features/accounts/return-path.ts";
import { FrontPage } from "../features/affiliations/front-page.tsx";
import { InvitationHost } from "../features/affiliations/invitation/invitation-host.tsx";
import { LegalPopup } from "../features/legal/legal-popup.tsx";
import { refreshPush } from "../features/notifications/push-session.ts";
import { LeavingPopup } from "../features/settings/leaving-popup.tsx";
import { SwitchingNotice } from "../features/transfer/switching-notice.tsx";
import { useLive } from "../live/use-live.ts";
import { AppFrame } from "./app-frame.tsx";
import { useHasSiteAccess } from "./portal-access.ts";
import { VisitorFrame } from "./visitor-frame.tsx";

/** The layout of members' screens. The guard's conditions are monitored while a screen is open. */
export function MemberLayout() {
  const me = useMe();
  const gate = useGate(me);
  const { pathname } = useLocation();
  if (me === null && staysOnScreen(pathname)) return <AuthenticationRequired />;
  if (me === null || gate !== null) return null;
  return <Inside me={me} />;
}

function useGate(me: Me | null) {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const gate = gatePathFor(me);
  useEffect(() => {
    // Without a member, the end of the session redirects.
    if (gate === null || me === null) return;
    rememberReturnPath(pathname + search + hash, me.id);
    void navigate(gate);
  }, [gate, me, navigate, pathname, search, hash]);
  return gate;
}

function Inside({ me }: { me: Me }) {
  const outside = !useHasSiteAccess(me);
  // The live stream, and requests to the person, are not part of a view as a member.
  const isOwnView = me.viewedAs == null;
  useLive(outside || !isOwnView ? null : me.id);
  useEffect(() => refreshPush(isOwnView ? me.id : null), [isOwnView, me.id]);
  return (
    <>
      <AppFrame me={me}>{outside ? <FrontPage /> : <Outlet />}</AppFrame>
      {isOwnView && (
        <>
          <LegalPopup me={me} />
          <LeavingPopup me={me} />
          <InvitationHost key={me.id} me={me} />
        </>
      )}
      <SwitchingNotice />
    </>
  );
}

/** The layout of public pages, with the members' or the visitors' header. */
export function OpenLayout() {
  const me = useMe();
  if (me === null || gatePathFor(me) !== null) {
    return (
      <VisitorFrame>
        <Outlet />
      </VisitorFrame>
    );
  }
  return (
    <>
      <AppFrame me={me}>
        <Outlet />
      </AppFrame>
      <SwitchingNotice />
    </>
  );
}
