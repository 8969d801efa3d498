import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useBoot } from "../../shell/app.ts";
import { startSecondStep } from "../second-factor/pending-sign-in.ts";
import {
  type ExistingAccount,
  finishGoogle,
  type GoogleSignInRequest,
  googleMessages,
  mainSignInUrl,
  type GoogleRefusal,
  refusalOf,
  startGoogle,
  stayOnPortalUrl,
} from "./google.ts";
import { listenToWindow, openGoogleWindow, type WindowMessage } from "./google-window.ts";
import { adoptSession } from "./session.ts";
import { storeUnverifiedSignIn } from "./unverified-sign-in.ts";

// From a portal, the popup's last pages belong to another browsing context group, so it appears
// closed.
const WINDOW_CLOSE_GRACE_MS = { main: 1000, portal: 8000 } as const;

interface Handlers {
  /** Destination after the sign-in. */
  to: string;
  onRefused: (refusal: GoogleRefusal) => void;
  onExists: (account: ExistingAccount) => void;
}

/** Signs in with the issuer in a popup, or in this window if popups are blocked. */
export function useGoogle(handlers: Handlers) {
  const boot = useBoot();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const now = useRef(handlers);
  useEffect(() => {
    now.current = handlers;
  });
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);

  const settle = useCallback(
    async (word: WindowMessage) => {
      if (word === "stayed") {
        location.assign(stayOnPortalUrl(boot));
        return;
      }
      if (word === "arrived") await adoptSession();
      const end = word === "answered" ? await finishGoogle() : null;
      if (end?.kind === "exists") now.current.onExists(end.account);
      else if (end?.kind === "unproven") {
        storeUnverifiedSignIn(end.account);
        await navigate("/verify-email");
      } else if (end?.kind === "waiting") {
        startSecondStep(end.waiting);
        await navigate("/login");
      } else await navigate(now.current.to, { replace: true });
    },
    [boot, navigate],
  );

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      now.current.onRefused(refusalOf(error));
    } finally {
      setBusy(false);
    }
  };

  const heed = (opened: Window) => {
    stop.current = listenToWindow(
      opened,
      WINDOW_CLOSE_GRACE_MS[boot.portal === null ? "main" : "portal"],
      {
        word: (word) => void attempt(() => settle(word)),
        closed: () =>
          now.current.onRefused({ code: "cancelled", detail: googleMessages.cancelled }),
      },
    );
  };

  /** Opens a popup; must be called while a click is handled. */
  const open = (wish: GoogleSignInRequest) => {
    stop.current();
    const onPortal = boot.portal !== null;
    const opened = openGoogleWindow(onPortal ? mainSignInUrl(boot, wish, true) : undefined);
    if (opened === null) {
      now.current.onRefused({ code: "popup-blocked", detail: googleMessages.blocked });
      return;
    }
    heed(opened);
    if (onPortal) return;
    void attempt(async () => {
      try {
        const url = await startGoogle({ ...wish, popup: true, portal: null, redirectPath: null });
        opened.location.replace(url);
      } catch (error) {
        stop.current();
        opened.close();
        throw error;
      }
    });
  };

  /** Continues in this window, for browsers that block popups. */
  const go = (wish: GoogleSignInRequest) =>
    attempt(async () => {
      const url =
        boot.portal === null
          ? await startGoogle({ ...wish, popup: false, portal: null, redirectPath: null })
          : mainSignInUrl(boot, wish, false);
      location.assign(url);
    });

  return { busy, open, go };
}
