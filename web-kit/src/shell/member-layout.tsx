import { useEffect } from "react";
import { Outlet, useLocation, useNavigate } from "react-router";
import type { Me } from "../api/types.ts";
import { AuthenticationRequired } from "../features/accounts/authentication-required.tsx";
import { endsInPlace } from "../features/accounts/ends-in-place.ts";
import { gateFor } from "../features/accounts/guards.ts";
import { useMe } from "../features/accounts/queries.ts";
import { rememberPath } from "../features/accounts/return-path.ts";
import { FrontDoor } from "../features/affiliations/front-door.tsx";
import { InvitationPlace } from "../features/affiliations/invitation/invitation-place.tsx";
import { LegalPopup } from "../features/legal/legal-popup.tsx";
import { LeavingPopup } from "../features/settings/leaving-popup.tsx";
import { SwitchingNotice } from "../features/transfer/switching-notice.tsx";
import { useLive } from "../live/use-live.ts";
import { AppFrame } from "./app-frame.tsx";
import { useBelongs } from "./belonging.ts";
import { VisitorFrame } from "./visitor-frame.tsx";

/** The layout of members' screens. The guard's conditions are monitored while a screen is open. */
export function MemberLayout() {
  const me = useMe();
  const gate = useGate(me);
  const { pathname } = useLocation();
  if (me === null && endsInPlace(pathname)) return <AuthenticationRequired />;
  if (me === null || gate !== null) return null;
  return <Inside me={me} />;
}

function useGate(me: Me | null) {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const gate = gateFor(me);
  useEffect(() => {
    // Without a member, the end of the session redirects.
    if (gate === null || me === null) return;
    rememberPath(pathname + search + hash, me.id);
    void navigate(gate);
  }, [gate, me, navigate, pathname, search, hash]);
  return gate;
}

function Inside({ me }: { me: Me }) {
  const outside = !useBelongs(me);
  useLive(outside ? null : me.id);
  return (
    <>
      <AppFrame me={me}>{outside ? <FrontDoor /> : <Outlet />}</AppFrame>
      <LegalPopup me={me} />
      <LeavingPopup me={me} />
      <InvitationPlace key={me.id} me={me} />
      <SwitchingNotice />
    </>
  );
}

/** The layout of public pages, with the members' or the visitors' header. */
export function OpenLayout() {
  const me = useMe();
  if (me === null || gateFor(me) !== null) {
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
