import { useState } from "react";
import { wordsOf } from "../../api/client.ts";
import { FormAlert } from "../../ui/note.tsx";
import { resendVerification } from "./queries.ts";

interface LoginAlertProps {
  refusal: { type?: unknown; message?: string | undefined } | null;
  /** How long to wait, or how many tries are left. */
  status: string | null;
  email: string;
  /** Goes to the issuer in this window, where no other can be opened. */
  onThisWindow: () => void;
}

/** What the form as a whole was refused for, and what helps. */
export function LoginAlert({ refusal, status, email, onThisWindow }: LoginAlertProps) {
  const words = refusal?.message;
  const type = refusal?.type;
  return (
    <FormAlert>
      {words}
      {words !== undefined && status !== null && <span className="mt-1 block">{status}</span>}
      {type === "email-not-verified" && <ResendLink email={email} />}
      {type === "popup-blocked" && <ThisWindow onClick={onThisWindow} />}
    </FormAlert>
  );
}

/** The way around a blocked window. */
export function ThisWindow({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="mt-1 block font-strong underline underline-offset-3"
    >
      Continue in this window
    </button>
  );
}

/** For somebody whose first message got lost: another link to the address they just typed. */
function ResendLink({ email }: { email: string }) {
  const [words, setWords] = useState<string | null>(null);
  const send = async () => {
    try {
      setWords((await resendVerification(email)).message);
    } catch (error) {
      setWords(wordsOf(error, "An error occurred while resending the verification link."));
    }
  };
  if (words !== null) return <span className="mt-1 block">{words}</span>;
  return (
    <button
      type="button"
      onClick={() => void send()}
      className="mt-1 block font-strong underline underline-offset-3"
    >
      Send the link again
    </button>
  );
}
