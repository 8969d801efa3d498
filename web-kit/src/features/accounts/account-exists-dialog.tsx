import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type SyntheticEvent, useId, useState } from "react";
import { useNavigate } from "react-router";
import { ProblemError, errorMessage } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormAlert } from "../../ui/note.tsx";
import { PasswordField } from "../../ui/password-input.tsx";
import { UsernameField } from "../../ui/username-field.tsx";
import { startSecondStep } from "../second-factor/pending-sign-in.ts";
import { type ExistingAccount, linkGoogle } from "./google.ts";
import { logIn } from "./queries.ts";
import type { PasswordResetState } from "./recovery-queries.ts";
import { openSession } from "./session.ts";
import { storeUnverifiedSignIn } from "./unverified-sign-in.ts";

interface GoogleOnlyProps {
  /** The server's message about the address; null while the dialog is closed. */
  words: string | null;
  onConnect: () => void;
  onClose: () => void;
}

/** Shown when a password was entered for an account that was created with Google and has none. */
export function GoogleOnlyDialog({ words, onConnect, onClose }: GoogleOnlyProps) {
  return (
    <Dialog
      open={words !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t`Account Already Exists`}
      description={words}
      footer={
        <>
          <Button size="lg" onClick={onClose}>{t`Cancel`}</Button>
          <Button
            size="lg"
            variant="primary"
            data-autofocus
            onClick={onConnect}
          >{t`Connect with Google`}</Button>
        </>
      }
    />
  );
}

interface ConnectProps {
  account: ExistingAccount | null;
  onClose: () => void;
}

/** Shown when the Google address belongs to an existing account: its password connects the two. */
export function ConnectDialog({ account, onClose }: ConnectProps) {
  return (
    <Dialog
      open={account !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t`Account Already Exists`}
      description={account?.message}
    >
      {account !== null && <ConnectForm account={account} onClose={onClose} />}
    </Dialog>
  );
}

function ConnectForm({ account, onClose }: { account: ExistingAccount; onClose: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { email, ticket, staySignedIn } = account;
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("password");
    const password = typeof typed === "string" ? typed : "";
    setBusy(true);
    setRefusal(null);
    try {
      const outcome = await logIn({ email, password, staySignedIn });
      if (outcome.outcome === "success") {
        await openSession(outcome.idToken, staySignedIn);
        await linkGoogle(ticket);
        await navigate("/", { replace: true });
      } else if (outcome.outcome === "passwordResetRequired") {
        const state: PasswordResetState = { resetToken: outcome.resetToken };
        await navigate("/reset-password", { state });
      } else {
        startSecondStep({ outcome, staySignedIn, after: () => linkGoogle(ticket) });
        await navigate("/login");
      }
    } catch (error) {
      if (error instanceof ProblemError && error.code === "email-not-verified") {
        storeUnverifiedSignIn({ email, again: { password, staySignedIn }, words: error.detail });
        await navigate("/verify-email");
        return;
      }
      setRefusal(errorMessage(error, t`Login failed. Please try again.`));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4 pb-6">
      <p className="text-14 text-ink-2">
        <Trans>
          To connect Google with <strong className="font-semibold text-ink">{email}</strong>, enter
          the password of that account once.
        </Trans>
      </p>
      <FormAlert>{refusal}</FormAlert>
      {/* Tells password managers which account the password belongs to. */}
      <UsernameField email={email} />
      <PasswordField
        key={id}
        label={t`Password`}
        name="password"
        autoComplete="current-password"
        required
      />
      <div className="mt-1 flex justify-end gap-2 max-md:flex-col-reverse">
        <Button size="lg" onClick={onClose}>{t`Cancel`}</Button>
        <Button
          type="submit"
          size="lg"
          variant="primary"
          busy={busy}
        >{t`Connect with Google`}</Button>
      </div>
    </form>
  );
}
