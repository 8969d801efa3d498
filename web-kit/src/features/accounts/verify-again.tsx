import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { ProblemError, errorMessage } from "../../api/client.ts";
import { useSingleFlightMutation } from "../../api/use-single-flight-mutation.ts";
import { startSecondStep } from "../second-factor/pending-sign-in.ts";
import { logIn, resendVerification } from "./queries.ts";
import type { PasswordResetState } from "./recovery-queries.ts";
import { openSession } from "./session.ts";
import { clearUnverifiedSignIn, type UnverifiedSignIn } from "./unverified-sign-in.ts";
import { useCountdown } from "./use-countdown.ts";
import {
  SUCCESS_DISPLAY_MS,
  unverifiedText,
  verifiedText,
  RESEND_DELAY_S,
  VerifyPanel,
  type PanelText,
} from "./verify-panel.tsx";

/** The waiting screen after a refused sign-in: it repeats the same sign-in. */
export function VerifyAgain({ refused }: { refused: UnverifiedSignIn }) {
  const { email, again } = refused;
  const navigate = useNavigate();
  const [words, setWords] = useState<PanelText>({ tone: "warning", text: refused.words });
  const [left, restart] = useCountdown(RESEND_DELAY_S);
  const [done, setDone] = useState(false);
  useEffect(() => clearUnverifiedSignIn, []);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(
      () => void navigate("/welcome", { replace: true }),
      SUCCESS_DISPLAY_MS,
    );
    return () => clearTimeout(timer);
  }, [done, navigate]);

  const check = useSingleFlightMutation({
    mutationFn: async () => {
      if (again === null) {
        await navigate("/login");
        return;
      }
      const { staySignedIn } = again;
      const outcome = await logIn({ email, ...again });
      if (outcome.outcome === "success") {
        await openSession(outcome.idToken, staySignedIn);
        setWords(verifiedText);
        setDone(true);
      } else if (outcome.outcome === "passwordResetRequired") {
        const state: PasswordResetState = { resetToken: outcome.resetToken };
        await navigate("/reset-password", { state });
      } else {
        startSecondStep({ outcome, staySignedIn });
        await navigate("/login");
      }
    },
    onError: (error) => {
      // A sign-up that must not reveal an existing account is followed by a sign-in that must not
      // either.
      const notYetCodes = ["email-not-verified", "invalid-login"];
      if (error instanceof ProblemError && notYetCodes.includes(error.code))
        setWords(unverifiedText);
      else {
        const text = errorMessage(error, t`An error occurred while checking verification status.`);
        setWords({ tone: "danger", text });
      }
    },
  });

  const resend = useSingleFlightMutation({
    mutationFn: () => resendVerification(email),
    onSuccess: ({ message }) => {
      restart(RESEND_DELAY_S);
      setWords({ tone: "success", text: message });
    },
    onError: (error) => {
      if (error instanceof ProblemError && error.retryAfter !== null) restart(error.retryAfter);
      const text = errorMessage(error, t`An error occurred while resending the verification link.`);
      setWords({ tone: "danger", text });
    },
  });

  return (
    <VerifyPanel
      email={email}
      words={words}
      secondsLeft={left}
      checking={check.isPending || done}
      resending={resend.isPending}
      onCheck={() => check.mutate()}
      onResend={() => resend.mutate()}
      onBack={() => void navigate("/login")}
    />
  );
}
