import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useBoot } from "../../shell/app.ts";
import { waitForSecondStep } from "../second-factor/waiting.ts";
import {
  type ExistingAccount,
  finishGoogle,
  type GoogleWish,
  googleWords,
  mainAddress,
  type Refusal,
  refusalOf,
  startGoogle,
  stayingAddress,
} from "./google.ts";
import { listen, openWindow, type Word } from "./google-window.ts";
import { adoptSession } from "./session.ts";
import { keepUnproven } from "./unproven.ts";

// From a portal, the popup's last pages belong to another browsing context group, so it appears
// closed.
const graceMs = { main: 1000, portal: 8000 } as const;

interface Handlers {
  /** Destination after the sign-in. */
  to: string;
  onRefused: (refusal: Refusal) => void;
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
    async (word: Word) => {
      if (word === "stayed") {
        location.assign(stayingAddress(boot));
        return;
      }
      if (word === "arrived") await adoptSession();
      const end = word === "answered" ? await finishGoogle() : null;
      if (end?.kind === "exists") now.current.onExists(end.account);
      else if (end?.kind === "unproven") {
        keepUnproven(end.account);
        await navigate("/verify-email");
      } else if (end?.kind === "waiting") {
        waitForSecondStep(end.waiting);
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
    stop.current = listen(opened, graceMs[boot.portal === null ? "main" : "portal"], {
      word: (word) => void attempt(() => settle(word)),
      closed: () => now.current.onRefused({ code: "cancelled", detail: googleWords.cancelled }),
    });
  };

  /** Opens a popup; must be called while a click is handled. */
  const open = (wish: GoogleWish) => {
    stop.current();
    const onPortal = boot.portal !== null;
    const opened = openWindow(onPortal ? mainAddress(boot, wish, true) : undefined);
    if (opened === null) {
      now.current.onRefused({ code: "popup-blocked", detail: googleWords.blocked });
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
  const go = (wish: GoogleWish) =>
    attempt(async () => {
      const url =
        boot.portal === null
          ? await startGoogle({ ...wish, popup: false, portal: null, redirectPath: null })
          : mainAddress(boot, wish, false);
      location.assign(url);
    });

  return { busy, open, go };
}
