import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { ProblemError, wordsOf } from "../../api/client.ts";
import { useOnce } from "../../api/use-once.ts";
import { fetchMe, meQuery, resendVerification } from "./queries.ts";
import { signOut } from "./session.ts";
import { useCountdown } from "./use-countdown.ts";
import {
  farewellMs,
  notYet,
  proven,
  resendAfterS,
  VerifyPanel,
  type Words,
} from "./verify-panel.tsx";

const lookEveryMs = 5000;

export function VerifyWaiting() {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { data: me } = useQuery({ ...meQuery, refetchInterval: lookEveryMs });
  const [words, setWords] = useState<Words | null>(null);
  const [left, restart] = useCountdown(resendAfterS);
  const [checked, setChecked] = useState(false);
  const verified = me?.onboarding.needsEmailVerification === false;

  const check = useOnce({
    mutationFn: async () => {
      // A request that is still in flight may have been answered before the address was verified.
      await cache.cancelQueries({ queryKey: meQuery.queryKey });
      return fetchMe(cache);
    },
    onSuccess: (viewer) => {
      if (viewer === null) {
        setWords({ tone: "danger", text: "Session expired. Please log in again." });
        return;
      }
      const done = !viewer.onboarding.needsEmailVerification;
      setChecked(done);
      setWords(done ? proven : notYet);
    },
    onError: () =>
      setWords({
        tone: "danger",
        text: "An error occurred while checking verification status.",
      }),
  });

  // The result is rendered before the check that fetched it has settled.
  const asked = check.isPending || checked;
  useEffect(() => {
    if (!verified) return;
    const timer = setTimeout(() => void navigate("/welcome"), asked ? farewellMs : 0);
    return () => clearTimeout(timer);
  }, [verified, asked, navigate]);

  const resend = useOnce({
    mutationFn: () => resendVerification(),
    onSuccess: ({ message }) => {
      restart(resendAfterS);
      setWords({ tone: "success", text: message });
    },
    onError: (error) => {
      const problem = error instanceof ProblemError ? error : null;
      if (problem?.retryAfter) restart(problem.retryAfter);
      setWords({
        tone: "danger",
        text: wordsOf(error, "Failed to resend verification email"),
      });
    },
  });

  return (
    <VerifyPanel
      email={me?.email ?? ""}
      words={words}
      secondsLeft={left}
      checking={asked}
      resending={resend.isPending}
      onCheck={() => check.mutate()}
      onResend={() => resend.mutate()}
      onBack={() => void signOut()}
    />
  );
}
