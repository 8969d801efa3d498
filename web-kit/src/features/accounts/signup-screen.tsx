import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { Title } from "../../shell/title.tsx";
import { BrandLockup } from "../../shell/brand-lockup.tsx";
import { useBoot } from "../../shell/app.ts";
import { FootLinks, RunsOnGuildhall } from "../../auth-layouts/foot-links.tsx";
import { GalleryControls, GalleryPictures, useGallery } from "../../auth-layouts/gallery.tsx";
import { BrandPicture } from "../../auth-layouts/brand-picture.tsx";
import { InviteGate } from "./invite-gate.tsx";
import type { InviteCode } from "./queries.ts";
import { signupDraft, updateSignupDraft } from "./signup-draft.ts";
import { SignupForm } from "./signup-form.tsx";

export function SignupScreen() {
  const { portal, brand } = useBoot();
  const [code, setCode] = useState<InviteCode | null>(() => signupDraft().code);
  const [refused, setRefused] = useState<string | null>(null);
  const accept = (accepted: InviteCode) => {
    updateSignupDraft({ code: accepted, linkedCode: null });
    setRefused(null);
    setCode(accepted);
  };
  const reject = (message: string) => {
    updateSignupDraft({ code: null, linkedCode: null });
    setRefused(message);
    setCode(null);
  };
  const gallery = useGallery(code !== null);
  const refusal = refusalIn(useLocation().state);
  return (
    <div className="relative flex min-h-dvh flex-col bg-deep">
      <Title>{t`Sign up`}</Title>
      <div className="fixed inset-0">
        {portal === null ? (
          <GalleryPictures gallery={gallery} />
        ) : (
          <BrandPicture brand={brand} className="size-full text-deep-accent" />
        )}
      </div>
      <header className="relative flex justify-center px-8 pt-7 text-on-deep md:justify-start">
        <BrandLockup className="text-16" />
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="relative flex flex-1 flex-col md:grid md:place-items-center md:px-4 md:py-6 md:*:col-start-1 md:*:row-start-1"
      >
        <Panel locked={code === null}>
          <SignupForm code={code} onCodeRefused={reject} />
        </Panel>
        {code === null && (
          <div className="relative mt-auto md:mt-0">
            <InviteGate
              onAccepted={accept}
              refusal={refused ?? refusal}
              linkedCode={signupDraft().linkedCode}
            />
          </div>
        )}
      </main>
      <footer className="relative hidden items-center justify-between gap-6 px-8 pb-7 text-on-deep-2 md:flex">
        <FootLinks />
        {portal === null ? <GalleryControls gallery={gallery} /> : <RunsOnGuildhall />}
      </footer>
    </div>
  );
}

/** The message for a user who tried to sign in without an account and was redirected here. */
function refusalIn(state: unknown): string | null {
  if (typeof state !== "object" || state === null) return null;
  const words: unknown = Reflect.get(state, "refusal");
  return typeof words === "string" ? words : null;
}

/** The form is rendered from the start, dimmed and inert until a code is accepted. */
function Panel({ locked, children }: { locked: boolean; children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  const wasLocked = useRef(locked);
  useEffect(() => {
    if (wasLocked.current && !locked) panel.current?.querySelector("input")?.focus();
    wasLocked.current = locked;
  }, [locked]);
  return (
    <div
      ref={panel}
      inert={locked}
      {...(locked && { "data-theme": "dark" })}
      className={clsx(
        "w-full md:w-[560px] md:rounded-xl",
        locked
          ? "hidden bg-[color-mix(in_srgb,var(--deep)_78%,transparent)] text-white shadow-[inset_0_0_0_1px_rgb(255_255_255/0.1)] md:block [&>*]:opacity-35"
          : "mt-6 flex-1 animate-fade rounded-t-[20px] bg-surface text-ink shadow-e3 md:mt-0",
      )}
    >
      <div className="px-6 py-8 md:px-20 md:py-11">{children}</div>
    </div>
  );
}
