import { useEffect, useRef, useState } from "react";
import { type Location, useLocation, useNavigate } from "react-router";
import { call } from "../../api/client.ts";
import { Title } from "../../shell/title.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { waitForSecondStep } from "../second-factor/waiting.ts";
import { ConnectDialog } from "./account-exists-dialog.tsx";
import {
  askedByPortal,
  type ExistingAccount,
  finishGoogle,
  googleWords,
  type Refusal,
  refusalOf,
  startGoogle,
} from "./google.ts";
import { speak } from "./google-window.ts";
import { PlainFrame, PlainSheet } from "./plain-frame.tsx";

// A window that nobody opened cannot be closed by itself; it goes on as a page.
const closingMs = 1500;

/**
 * Between this site and the issuer: on main it takes a portal's people there, hears what came of it
 * and takes them back; in a window of its own it tells the page that opened it, and goes.
 */
export function GoogleScreen() {
  const navigate = useNavigate();
  const here = useLocation();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [account, setAccount] = useState<ExistingAccount | null>(null);
  const begun = useRef(false);

  useEffect(() => {
    // Whatever is asked here is asked once, however often the screen is drawn.
    if (begun.current) return;
    begun.current = true;
    const goOn = async () => {
      const end = await finishGoogle();
      if (end.kind === "exists") setAccount(end.account);
      else if (end.kind === "waiting") {
        const { portal, redirectPath } = end.where;
        const after = () => leave(portal, redirectPath ?? "/");
        waitForSecondStep(portal === null ? end.waiting : { ...end.waiting, after });
        await navigate("/login", { replace: true });
      } else await leave(end.where.portal, end.where.redirectPath ?? "/");
    };
    const leave = async (portal: string | null, redirectPath: string) => {
      const url = portal === null ? null : await transferTo(portal, redirectPath);
      if (url === null) await navigate("/home", { replace: true });
      else location.replace(url);
    };
    const refuse = (error: unknown) => {
      const refused = refusalOf(error);
      if (refused.code !== "invite-code-required") setRefusal(refused);
      else void navigate("/signup", { replace: true, state: { refusal: refused.detail } });
    };
    void act(here, { goOn, home: () => navigate("/", { replace: true }) }).catch(refuse);
  }, [navigate, here]);

  return (
    <PlainFrame>
      <Title>Log In</Title>
      <PlainSheet>
        <h1 className="display text-24 md:text-30">Signing in with Google</h1>
        {refusal === null ? (
          <p role="status" className="mt-4 flex items-center gap-2.5 text-15 text-ink-2">
            <Spinner size={18} /> Signing in...
          </p>
        ) : (
          <div role="alert" className="mt-4">
            <Note tone="danger">{refusal.detail}</Note>
            <ButtonLink to="/login" replace variant="primary" size="lg" className="mt-6">
              Back to login
            </ButtonLink>
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

interface Ways {
  goOn: () => Promise<void>;
  home: () => void | Promise<void>;
}

async function act({ hash, search, pathname }: Location, { goOn, home }: Ways): Promise<void> {
  // What a portal asked for stays in no history.
  history.replaceState(history.state, "", pathname + search);
  const asked = askedByPortal(hash);
  if (asked !== null) {
    location.replace(await startGoogle(asked));
    return;
  }
  if (hash === "#refused") throw new Error(googleWords.failed);
  const view = new URLSearchParams(search).get("view");
  if (view === "popup" || view === "arrived") {
    speak(view === "popup" ? "answered" : "arrived");
    await new Promise((done) => setTimeout(done, closingMs));
  }
  if (view === "arrived") await home();
  else await goOn();
}

/** The first hop to a portal; null for somebody who cannot be carried there yet, and stays on main. */
async function transferTo(subdomain: string, redirectPath: string): Promise<string | null> {
  try {
    const body = { subdomain, redirectPath };
    return (await call<{ url: string }>("POST", "/api/transfer", { body, quiet: true })).url;
  } catch {
    return null;
  }
}
