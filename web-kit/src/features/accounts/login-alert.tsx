import { FormAlert } from "../../ui/note.tsx";

interface LoginAlertProps {
  refusal: { type?: unknown; message?: string | undefined } | null;
  /** How long to wait, or how many tries are left. */
  status: string | null;
  /** Goes to the issuer in this window, where no other can be opened. */
  onThisWindow: () => void;
}

/** What the form as a whole was refused for, and what helps. */
export function LoginAlert({ refusal, status, onThisWindow }: LoginAlertProps) {
  const words = refusal?.message;
  const type = refusal?.type;
  return (
    <FormAlert>
      {words}
      {words !== undefined && status !== null && <span className="mt-1 block">{status}</span>}
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
