import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLoaderData, useNavigate } from "react-router";
import { ProblemError, errorMessage } from "@guildhall/web-kit/api/client.ts";
import { Title } from "@guildhall/web-kit/shell/title.tsx";
import { Button, ButtonLink } from "@guildhall/web-kit/ui/button.tsx";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { Spinner } from "@guildhall/web-kit/ui/spinner.tsx";
import { OfferStep } from "../../second-factor/offer-step.tsx";
import { PlainFrame, PlainSheet } from "@guildhall/web-kit/features/accounts/plain-frame.tsx";
import { useMe } from "@guildhall/web-kit/features/accounts/queries.ts";
import { setupLinkQuery } from "./queries.ts";
import { SetupForm } from "./setup-form.tsx";

/** Creates the first staff account and then offers a second factor (G-092). */
export function SetupScreen() {
  const token = useLoaderData<string>();
  const [created, setCreated] = useState(false);
  return (
    <PlainFrame>
      <Title>{t`Set up Guildhall`}</Title>
      <PlainSheet>
        {created ? (
          <SecondFactor />
        ) : (
          <CheckedLink token={token} onCreated={() => setCreated(true)} />
        )}
      </PlainSheet>
    </PlainFrame>
  );
}

/** The form, once the server has confirmed that the link is valid. */
function CheckedLink({ token, onCreated }: { token: string; onCreated: () => void }) {
  const { data, error, refetch, isFetching } = useQuery(setupLinkQuery(token));
  if (data === true) return <SetupForm token={token} onCreated={onCreated} />;
  if (error === null || isFetching) {
    return (
      <p role="status" className="flex items-center gap-2.5 text-15 text-ink-2">
        <Spinner size={18} /> {t`Checking your link`}
      </p>
    );
  }
  const status = error instanceof ProblemError ? error.status : 0;
  if (status === 404) return <NotFound />;
  return (
    <>
      <h1 className="display text-24 md:text-30">{t`Set up Guildhall`}</h1>
      <div role="alert" className="mt-4">
        <Note tone="danger">{errorMessage(error, t`Something went wrong. Please try again.`)}</Note>
      </div>
      {status !== 422 && (
        <Button
          size="lg"
          variant="primary"
          className="mt-6"
          onClick={() => void refetch()}
        >{t`Try Again`}</Button>
      )}
    </>
  );
}

/** Shown once a staff account exists: there is nothing left to set up. */
function NotFound() {
  return (
    <>
      <h1 className="display text-24 md:text-30">{t`Page not found`}</h1>
      <p className="mt-2 text-15 text-ink-2">{t`There is no page at this address.`}</p>
      <ButtonLink
        to="/login"
        size="lg"
        variant="primary"
        className="mt-6"
      >{t`Go to login`}</ButtonLink>
    </>
  );
}

function SecondFactor() {
  const me = useMe();
  const navigate = useNavigate();
  const finish = () => navigate("/staff", { replace: true });
  if (me === null) return null;
  return <OfferStep secondFactor={me.secondFactor} onDone={finish} />;
}
