import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { ProblemError, errorMessage } from "../../api/client.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { confirmVerification, meQuery } from "./queries.ts";
import { adoptSession } from "./session.ts";

const SUCCESS_DISPLAY_MS = 2000;
/**
 * Refusals that a new email resolves. A replaced link is not one: its successor was already sent.
 */
const needsNewLink = new Set([
  "verification-link-expired",
  "verification-link-used",
  "verification-link-refused",
]);

/**
 * Uses the mailed token. The browser that signed up does so immediately; any other browser needs a
 * click, because mail scanners open links too.
 */
export function VerifyLink({ token }: { token: string }) {
  const { data: me, isPending } = useQuery(meQuery);
  const [isAsked, setRequested] = useState(false);
  // Stays mounted once started, because the answer changes the cached member.
  if (!isAsked && me?.onboarding.needsEmailVerification === true) setRequested(true);
  return (
    <>
      <h1 className="display text-24 md:text-30">{t`Verify your email`}</h1>
      {isAsked && <Confirmation token={token} />}
      {!isAsked && isPending && <Spinner size={18} />}
      {!isAsked && !isPending && (
        <>
          <p className="mt-2 text-15 text-ink-2">{t`Confirm that this address is yours to finish your sign-up.`}</p>
          <Button
            variant="primary"
            size="lg"
            className="mt-6"
            onClick={() => setRequested(true)}
          >{t`Confirm my email address`}</Button>
        </>
      )}
    </>
  );
}

/** Sends the token once, even if React runs the effect twice. */
function Confirmation({ token }: { token: string }) {
  const navigate = useNavigate();
  const { data, error } = useQuery({
    queryKey: ["verification", token],
    queryFn: async () => {
      const confirmed = await confirmVerification(token);
      if (confirmed.signedIn) await adoptSession();
      return confirmed;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const offersSignIn = data?.alreadyConfirmed === true && !data.signedIn;

  useEffect(() => {
    if (data === undefined || offersSignIn) return;
    const to = data.signedIn ? "/welcome" : "/login?verified=true&redirect=welcome";
    const timer = setTimeout(() => void navigate(to, { replace: true }), SUCCESS_DISPLAY_MS);
    return () => clearTimeout(timer);
  }, [data, offersSignIn, navigate]);

  return (
    <>
      <div role="status" className="mt-4">
        {data !== undefined && <Note tone="success">{data.message}</Note>}
        {data === undefined && error === null && (
          <p className="flex items-center gap-2.5 text-15 text-ink-2">
            <Spinner size={18} /> {t`Checking your link`}
          </p>
        )}
      </div>
      {offersSignIn && (
        <ButtonLink
          to="/login"
          replace
          variant="primary"
          size="lg"
          className="mt-6"
        >{t`Sign In`}</ButtonLink>
      )}
      {error !== null && <Refusal error={error} />}
    </>
  );
}

function Refusal({ error }: { error: Error }) {
  const offersNewLink = error instanceof ProblemError && needsNewLink.has(error.code);
  return (
    <div role="alert">
      <Note tone="danger">
        {errorMessage(error, t`An error occurred while checking verification status.`)}
      </Note>
      <div className="mt-6 flex gap-2 max-md:flex-col">
        {offersNewLink && (
          <ButtonLink
            to="/verify-email"
            replace
            variant="primary"
            size="lg"
          >{t`Request a new link`}</ButtonLink>
        )}
        <ButtonLink to="/login" size="lg">{t`Back to login`}</ButtonLink>
      </div>
    </div>
  );
}
