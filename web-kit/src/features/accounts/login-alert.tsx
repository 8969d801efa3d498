import { t } from "@lingui/core/macro";
import { FormAlert } from "../../ui/note.tsx";

interface LoginAlertProps {
  refusal: { type?: unknown; message?: string | undefined } | null;
  /** The remaining wait or attempts. */
  status: string | null;
  /** Opens the issuer in this window when popups are blocked. */
  onThisWindow: () => void;
}

/** The reason for a refusal of the whole form, and a way forward. */
export function LoginAlert({ refusal, status, onThisWindow }: LoginAlertProps) {
  const words = refusal?.message;
  const type = refusal?.type;
  return (
    <FormAlert>
      {words}
      {words !== undefined && status !== null && <span className="mt-1 block">{status}</span>}
      {type === "popup-blocked" && <SameWindowLink onClick={onThisWindow} />}
    </FormAlert>
  );
}

/** The alternative to a blocked popup. */
export function SameWindowLink({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="mt-1 block font-strong underline underline-offset-3"
    >{t`Continue in this window`}</button>
  );
}
