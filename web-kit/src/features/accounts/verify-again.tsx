import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { ProblemError, wordsOf } from "../../api/client.ts";
import { useOnce } from "../../api/use-once.ts";
import { waitForSecondStep } from "../second-factor/waiting.ts";
import { logIn, resendVerification } from "./queries.ts";
import type { MustReset } from "./recovery-queries.ts";
import { openSession } from "./session.ts";
import { forgetUnproven, type Unproven } from "./unproven.ts";
import { useCountdown } from "./use-countdown.ts";
import {
  farewellMs,
  notYet,
  proven,
  resendAfterS,
  VerifyPanel,
  type Words,
} from "./verify-panel.tsx";

/** The waiting screen after a refused sign-in: it repeats the same sign-in. */
export function VerifyAgain({ refused }: { refused: Unproven }) {
  const { email, again } = refused;
  const navigate = useNavigate();
  const [words, setWords] = useState<Words>({ tone: "warning", text: refused.words });
  const [left, restart] = useCountdown(resendAfterS);
  const [done, setDone] = useState(false);
  useEffect(() => forgetUnproven, []);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => void navigate("/welcome", { replace: true }), farewellMs);
    return () => clearTimeout(timer);
  }, [done, navigate]);

  const check = useOnce({
    mutationFn: async () => {
      if (again === null) {
        await navigate("/login");
        return;
      }
      const { staySignedIn } = again;
      const outcome = await logIn({ email, ...again });
      if (outcome.outcome === "success") {
        await openSession(outcome.idToken, staySignedIn);
        setWords(proven);
        setDone(true);
      } else if (outcome.outcome === "passwordResetRequired") {
        const state: MustReset = { resetToken: outcome.resetToken };
        await navigate("/reset-password", { state });
      } else {
        waitForSecondStep({ outcome, staySignedIn });
        await navigate("/login");
      }
    },
    onError: (error) => {
      // A sign-up that must not reveal an existing account is followed by a sign-in that must not
      // either.
      const notYetCodes = ["email-not-verified", "invalid-login"];
      if (error instanceof ProblemError && notYetCodes.includes(error.code)) setWords(notYet);
      else {
        const text = wordsOf(error, "An error occurred while checking verification status.");
        setWords({ tone: "danger", text });
      }
    },
  });

  const resend = useOnce({
    mutationFn: () => resendVerification(email),
    onSuccess: ({ message }) => {
      restart(resendAfterS);
      setWords({ tone: "success", text: message });
    },
    onError: (error) => {
      if (error instanceof ProblemError && error.retryAfter !== null) restart(error.retryAfter);
      const text = wordsOf(error, "An error occurred while resending the verification link.");
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
