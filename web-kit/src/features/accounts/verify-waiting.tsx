import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { ProblemError, errorMessage } from "../../api/client.ts";
import { useSingleFlightMutation } from "../../api/use-single-flight-mutation.ts";
import { fetchMe, meQuery, resendVerification } from "./queries.ts";
import { signOut } from "./session.ts";
import { useCountdown } from "./use-countdown.ts";
import {
  SUCCESS_DISPLAY_MS,
  unverifiedText,
  verifiedText,
  RESEND_DELAY_S,
  VerifyPanel,
  type PanelText,
} from "./verify-panel.tsx";

const POLL_INTERVAL_MS = 5000;

export function VerifyWaiting() {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { data: me } = useQuery({ ...meQuery, refetchInterval: POLL_INTERVAL_MS });
  const [words, setWords] = useState<PanelText | null>(null);
  const [left, restart] = useCountdown(RESEND_DELAY_S);
  const [checked, setChecked] = useState(false);
  const verified = me?.onboarding.needsEmailVerification === false;

  const check = useSingleFlightMutation({
    mutationFn: async () => {
      // A request that is still in flight may have been answered before the address was verified.
      await cache.cancelQueries({ queryKey: meQuery.queryKey });
      return fetchMe(cache);
    },
    onSuccess: (viewer) => {
      if (viewer === null) {
        setWords({ tone: "danger", text: t`Session expired. Please log in again.` });
        return;
      }
      const done = !viewer.onboarding.needsEmailVerification;
      setChecked(done);
      setWords(done ? verifiedText : unverifiedText);
    },
    onError: () =>
      setWords({
        tone: "danger",
        text: t`An error occurred while checking verification status.`,
      }),
  });

  // The result is rendered before the check that fetched it has settled.
  const requested = check.isPending || checked;
  useEffect(() => {
    if (!verified) return;
    const timer = setTimeout(() => void navigate("/welcome"), requested ? SUCCESS_DISPLAY_MS : 0);
    return () => clearTimeout(timer);
  }, [verified, requested, navigate]);

  const resend = useSingleFlightMutation({
    mutationFn: () => resendVerification(),
    onSuccess: ({ message }) => {
      restart(RESEND_DELAY_S);
      setWords({ tone: "success", text: message });
    },
    onError: (error) => {
      const problem = error instanceof ProblemError ? error : null;
      if (problem?.retryAfter) restart(problem.retryAfter);
      setWords({
        tone: "danger",
        text: errorMessage(error, t`Failed to resend verification email`),
      });
    },
  });

  return (
    <VerifyPanel
      email={me?.email ?? ""}
      words={words}
      secondsLeft={left}
      checking={requested}
      resending={resend.isPending}
      onCheck={() => check.mutate()}
      onResend={() => resend.mutate()}
      onBack={() => void signOut()}
    />
  );
}
