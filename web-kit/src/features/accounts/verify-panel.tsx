import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { MailCheck } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Note, type NoteTone } from "../../ui/note.tsx";

/** Wait before another link can be requested. */
export const RESEND_DELAY_S = 60;
/** Time to read the success message before the screen continues. */
export const SUCCESS_DISPLAY_MS = 2000;

export interface PanelText {
  tone: NoteTone;
  text: string;
}

export const verifiedText: PanelText = {
  tone: "success",
  text: t`Verification complete! Your community awaits.`,
};

export const unverifiedText: PanelText = {
  tone: "warning",
  text: t`Verification not yet complete. Please check your inbox and click the verification link.`,
};

interface VerifyPanelProps {
  email: string;
  words: PanelText | null;
  /** Seconds until another link can be requested. */
  secondsLeft: number;
  checking: boolean;
  resending: boolean;
  onCheck: () => void;
  onResend: () => void;
  onBack: () => void;
}

/** Reports that a link was sent, and offers actions until it is used. */
export function VerifyPanel(props: VerifyPanelProps) {
  const { email, words, secondsLeft } = props;
  return (
    <>
      <span className="inline-grid size-12 place-items-center rounded-full bg-brand-subtle text-brand-text">
        <MailCheck size={22} aria-hidden />
      </span>
      <h1 className="display mt-5 text-24 md:text-30">{t`Verify your email`}</h1>
      <p className="mt-2 text-15 text-ink-2">
        <Trans>
          We sent a link to <strong className="font-semibold text-ink">{email}</strong>. Open it on
          any device, then come back here.
        </Trans>
      </p>
      <div role="status">
        {words && (
          <Note tone={words.tone} className="mt-5">
            {words.text}
          </Note>
        )}
      </div>
      <div className="mt-7 flex flex-col gap-2.5">
        <Button
          variant="primary"
          size="lg"
          busy={props.checking}
          onClick={props.onCheck}
        >{t`I've Completed Verification`}</Button>
        <Button
          size="lg"
          disabled={secondsLeft > 0}
          busy={props.resending}
          onClick={props.onResend}
        >
          {secondsLeft > 0 ? t`Resend link in ${secondsLeft} s` : t`Resend link`}
        </Button>
        <Button variant="quiet" size="lg" onClick={props.onBack}>{t`Back to login`}</Button>
      </div>
    </>
  );
}
