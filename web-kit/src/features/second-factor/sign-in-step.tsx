import { t } from "@lingui/core/macro";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ProblemError } from "../../api/problem.ts";
import { Button } from "../../ui/button.tsx";
import { FormAlert } from "../../ui/note.tsx";
import { supportsPasskeys } from "./authenticator.ts";
import { CodeField, type CodeKind } from "./code-field.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { answerMfa, requestMfaPasskey, type Factor, type WaitingSignIn } from "./queries.ts";
import { useCodeForm } from "./use-code-form.ts";
import { useHeadingFocus } from "./use-heading-focus.ts";

interface SignInStepProps {
  waiting: WaitingSignIn;
  /** Opens the session. */
  onProven: (idToken: string) => Promise<void>;
  /** Returns to the password, with a message if the sign-in has expired. */
  onBack: (words?: string) => void;
}

/** The second factor of a sign-in: a code or a passkey. */
export function SignInStep({ waiting, onProven, onBack }: SignInStepProps) {
  const { resolver, factors } = waiting;
  // Members whose only factor is a passkey are asked for one directly.
  const takesCodes = factors.includes("totp");
  const heading = useHeadingFocus(!takesCodes);
  const [kind, setKind] = useState<CodeKind>("totp");
  const finish = async (answer: Promise<{ idToken: string }>) => {
    try {
      await onProven((await answer).idToken);
    } catch (error) {
      if (!isExpiredSignIn(error)) throw error;
      onBack(error.detail);
    }
  };
  const form = useCodeForm(
    (code) => finish(answerMfa({ resolver, factor: kind, code })),
    t`Login failed. Please try again.`,
  );
  const change = (next: CodeKind) => {
    setKind(next);
    form.clear();
  };
  return (
    <>
      <h1
        ref={heading}
        tabIndex={-1}
        className="display text-24 outline-none md:text-30"
      >{t`Two-factor authentication`}</h1>
      <p className="mt-2 text-15 text-ink-2">{waiting.detail}</p>
      {takesCodes && (
        <form
          noValidate
          onSubmit={(event) => void form.submit(event)}
          className="mt-5 flex flex-col gap-4 md:mt-7 md:gap-5"
        >
          <FormAlert>{form.rootError}</FormAlert>
          <FocusFirstInput key={kind}>
            <CodeField kind={kind} {...form.field} />
          </FocusFirstInput>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            busy={form.isSubmitting}
            busyLabel={t`Signing in...`}
            className="w-full"
          >{t`Verify`}</Button>
        </form>
      )}
      {!takesCodes && !supportsPasskeys() && (
        <p className="mt-5 text-15 md:mt-7">{t`This browser does not support passkeys. Please use a browser that has yours.`}</p>
      )}
      {factors.includes("passkey") && (
        <PasskeyButton
          size="lg"
          className={takesCodes ? "mt-3" : "mt-5 md:mt-7"}
          ask={() => requestMfaPasskey(resolver)}
          send={(assertion) => finish(answerMfa({ resolver, factor: "passkey", assertion }))}
        >{t`Use a passkey`}</PasskeyButton>
      )}
      <OtherWays kind={kind} factors={factors} onChange={change} onBack={() => onBack()} />
    </>
  );
}

/** Focuses the code field of this step, for either kind of code. */
function FocusFirstInput({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector("input")?.focus(), []);
  return <div ref={box}>{children}</div>;
}

interface OtherWaysProps {
  kind: CodeKind;
  factors: readonly Factor[];
  onChange: (kind: CodeKind) => void;
  onBack: () => void;
}

function OtherWays({ kind, factors, onChange, onBack }: OtherWaysProps) {
  return (
    <div className="mt-5 flex flex-col items-start gap-3 text-14">
      {kind === "totp" && factors.includes("backup-code") && (
        <button
          type="button"
          className="link"
          onClick={() => onChange("backup-code")}
        >{t`Use a backup code`}</button>
      )}
      {kind === "backup-code" && (
        <button
          type="button"
          className="link"
          onClick={() => onChange("totp")}
        >{t`Use your authenticator app`}</button>
      )}
      <button type="button" className="link" onClick={onBack}>{t`Back to sign in`}</button>
    </div>
  );
}

/** True if the sign-in has expired or had too many attempts. */
export function isExpiredSignIn(error: unknown): error is ProblemError {
  return error instanceof ProblemError && error.code === "mfa-challenge-over";
}
