import { t } from "@lingui/core/macro";
import { KeyRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ProblemError } from "../../api/problem.ts";
import { Button, type ButtonSize } from "../../ui/button.tsx";
import { FormAlert } from "../../ui/note.tsx";
import {
  requestPasskey,
  type PasskeyAssertion,
  PasskeyCancelled,
  supportsPasskeys,
  type PasskeyRequestOptions,
} from "./authenticator.ts";

interface PasskeyButtonProps {
  ask: () => Promise<PasskeyRequestOptions>;
  send: (assertion: PasskeyAssertion) => Promise<void>;
  size?: ButtonSize;
  className?: string;
  children: ReactNode;
}

/**
 * Requests a challenge, prompts the authenticator and sends its answer. Hidden without WebAuthn
 * support.
 */
export function PasskeyButton({ ask, send, size, className, children }: PasskeyButtonProps) {
  const [busy, setBusy] = useState(false);
  const [words, setWords] = useState<string | null>(null);
  if (!supportsPasskeys()) return null;
  const use = async () => {
    setBusy(true);
    setWords(null);
    try {
      const question = await ask();
      await send(await requestPasskey(question));
    } catch (error) {
      setWords(passkeyErrorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={className}>
      <FormAlert>{words}</FormAlert>
      <Button
        {...(size !== undefined && { size })}
        busy={busy}
        icon={<KeyRound size={15} aria-hidden />}
        className="w-full [[role=alert]:not(:empty)+&]:mt-2"
        onClick={() => void use()}
      >
        {children}
      </Button>
    </div>
  );
}

export function passkeyErrorMessage(error: unknown): string {
  if (error instanceof ProblemError) return error.detail;
  if (error instanceof PasskeyCancelled) return error.message;
  return t`An error occurred. Please try again.`;
}
