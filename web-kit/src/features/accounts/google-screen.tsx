import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import { type Location, useLocation, useNavigate } from "react-router";
import { call } from "../../api/client.ts";
import { Title } from "../../shell/title.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { startSecondStep } from "../second-factor/pending-sign-in.ts";
import { ConnectDialog } from "./account-exists-dialog.tsx";
import {
  affiliationPage,
  parsePortalRequest,
  type ExistingAccount,
  finishGoogle,
  googleMessages,
  type GoogleRefusal,
  refusalOf,
  startGoogle,
  type ReturnTarget,
  popupPagePath,
} from "./google.ts";
import { postMessageAndClose } from "./google-window.ts";
import { PlainFrame, PlainSheet } from "./plain-frame.tsx";
import { rememberReturnPath } from "./return-path.ts";
import { storeUnverifiedSignIn } from "./unverified-sign-in.ts";

// After this time the screen continues as a page: a window that no script opened cannot be closed
// by one.
const CLOSE_DELAY_MS = 1500;

/**
 * The screen between this site and the OIDC issuer. On the main site it sends a portal's users to
 * the issuer, finishes the sign-in and returns them. In a popup it notifies the opening page and
 * closes.
 */
export function GoogleScreen() {
  const navigate = useNavigate();
  const here = useLocation();
  const [refusal, setRefusal] = useState<GoogleRefusal | null>(null);
  const [account, setAccount] = useState<ExistingAccount | null>(null);
  const begun = useRef(false);

  useEffect(() => {
    // Each request is made once, even if React runs the effect twice.
    if (begun.current) return;
    begun.current = true;
    const goOn = async () => {
      const end = await finishGoogle();
      if (end.kind === "exists") setAccount(end.account);
      else if (end.kind === "unproven") {
        storeUnverifiedSignIn(end.account);
        await navigate("/verify-email", { replace: true });
      } else if (end.kind === "waiting") {
        const { where, waiting } = end;
        const after = () => leave(where);
        startSecondStep(where.portal === null ? waiting : { ...waiting, after });
        await navigate("/login", { replace: true });
      } else await leave(end.where);
    };
    const leave = async (where: ReturnTarget) => {
      const url = await portalReturnUrl(where);
      if (url !== null) location.replace(url);
      else {
        if (where.affiliationId !== null)
          rememberReturnPath(`/affiliation/${where.affiliationId}`, null);
        await navigate("/", { replace: true });
      }
    };
    const refuse = (error: unknown) => {
      const refused = refusalOf(error);
      if (refused.code !== "invite-code-required") setRefusal(refused);
      else void navigate("/signup", { replace: true, state: { refusal: refused.detail } });
    };
    void resumeSignIn(here, { goOn, home: () => navigate("/", { replace: true }) }).catch(refuse);
  }, [navigate, here]);

  return (
    <PlainFrame>
      <Title>{t`Log In`}</Title>
      <PlainSheet>
        <h1 className="display text-24 md:text-30">{t`Signing in with Google`}</h1>
        {refusal === null ? (
          <p role="status" className="mt-4 flex items-center gap-2.5 text-15 text-ink-2">
            <Spinner size={18} /> {t`Signing in...`}
          </p>
        ) : (
          <div role="alert" className="mt-4">
            <Note tone="danger">{refusal.detail}</Note>
            <ButtonLink
              to="/login"
              replace
              variant="primary"
              size="lg"
              className="mt-6"
            >{t`Back to login`}</ButtonLink>
          </div>
        )}
        <ConnectDialog
          account={account}
          onClose={() => void navigate("/login", { replace: true })}
        />
      </PlainSheet>
    </PlainFrame>
  );
}

interface Navigation {
  goOn: () => Promise<void>;
  home: () => void | Promise<void>;
}

async function resumeSignIn(
  { hash, search, pathname }: Location,
  { goOn, home }: Navigation,
): Promise<void> {
  // Removes the portal's request from the browser history.
  history.replaceState(history.state, "", pathname + search);
  const requested = parsePortalRequest(hash);
  if (requested !== null) {
    location.replace(await startGoogle(requested));
    return;
  }
  const page = affiliationPage(hash);
  if (page !== null) {
    rememberReturnPath(page, null);
    await home();
    return;
  }
  if (hash === "#refused") throw new Error(googleMessages.failed);
  const view = new URLSearchParams(search).get("view");
  const word = view === "popup" ? "answered" : view;
  if (word === "answered" || word === "arrived" || word === "stayed") {
    postMessageAndClose(word);
    await new Promise((done) => setTimeout(done, CLOSE_DELAY_MS));
  }
  if (word === "arrived" || word === "stayed") await home();
  else await goOn();
}

/**
 * The next address outside the main site; null to stay here. Users without an account, or who are
 * not members of the portal's affiliation, cannot be transferred there. In a popup, a page of the
 * portal reports this to its opener.
 */
async function portalReturnUrl({ portal, portalOrigin, redirectPath }: ReturnTarget) {
  if (portal === null) return null;
  const url = await transferTo(portal, redirectPath ?? "/");
  if (url !== null || portalOrigin === null) return url;
  return redirectPath === popupPagePath("arrived")
    ? `${portalOrigin}${popupPagePath("stayed")}`
    : null;
}

/**
 * The transfer address at a portal; null if the user cannot be transferred yet and stays on the
 * main site.
 */
async function transferTo(subdomain: string, redirectPath: string): Promise<string | null> {
  try {
    const body = { subdomain, redirectPath };
    return (await call<{ url: string }>("POST", "/api/transfer", { body, quiet: true })).url;
  } catch {
    return null;
  }
}
