import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useBoot } from "../../shell/app.ts";
import { Title } from "../../shell/title.tsx";
import { EntryLayout } from "../../auth-layouts/entry-layout.tsx";
import { Note } from "../../ui/note.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import {
  clearPendingSignIn,
  usePendingSignIn,
  type PendingSignIn,
} from "../second-factor/pending-sign-in.ts";
import { LoginForm } from "./login-form.tsx";
import { openSession } from "./session.ts";

/** Loaded on demand: few users have a second factor. */
const SecondStep = lazy(async () => {
  const { SecondStep: Step } = await import("../second-factor/second-step.tsx");
  return { default: Step };
});

export function LoginScreen() {
  const { waiting, words } = usePendingSignIn();
  return (
    <EntryLayout>
      <Title>{t`Log In`}</Title>
      {waiting === null ? <LoginStep words={words} /> : <Second waiting={waiting} />}
    </EntryLayout>
  );
}

function Second({ waiting }: { waiting: PendingSignIn }) {
  const navigate = useNavigate();
  const open = async (idToken: string) => {
    await openSession(idToken, waiting.staySignedIn);
    clearPendingSignIn();
    await waiting.after?.();
    await navigate("/", { replace: true });
  };
  return (
    <Suspense fallback={<Spinner size={20} />}>
      <SecondStep waiting={waiting.outcome} onProven={open} onBack={clearPendingSignIn} />
    </Suspense>
  );
}

/** The sign-in form; `words` explains why the user was returned here. */
export function LoginStep({ words }: { words: string | null }) {
  const { portal } = useBoot();
  const [search] = useSearchParams();
  return (
    <>
      <h1 className="display text-24 md:text-30">{t`Log In to Your Account`}</h1>
      <p className="mt-2 text-15 text-ink-2">
        {portal === null
          ? t`Your verified communities and affiliations, in one place.`
          : t`The members’ portal of ${{ affiliation: portal.affiliationName }}.`}
      </p>
      {search.get("verified") === "true" && (
        <Note
          tone="success"
          role="status"
          className="mt-4 font-medium"
        >{t`Email verified successfully! You're now ready to log in.`}</Note>
      )}
      {words !== null && (
        <Note tone="warning" role="alert" className="mt-4">
          {words}
        </Note>
      )}
      <LoginForm />
      <p className="mt-5 text-14 text-ink-2 max-md:text-center">
        <Trans>
          Have an invite code?{" "}
          <Link to="/signup" className="link">
            Sign up
          </Link>
        </Trans>
      </p>
    </>
  );
}
