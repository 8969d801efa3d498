import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MailCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { ProblemError } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { Note, type NoteTone } from "../../ui/note.tsx";
import { fetchMe, meQuery, resendVerification } from "./queries.ts";
import { signOut } from "./session.ts";
import { useCountdown } from "./use-countdown.ts";

const resendAfterS = 60;
const lookEveryMs = 5000;
const farewellMs = 2000;

interface Words {
  tone: NoteTone;
  text: string;
}

export function VerifyWaiting() {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { data: me } = useQuery({ ...meQuery, refetchInterval: lookEveryMs });
  const [words, setWords] = useState<Words | null>(null);
  const [left, restart] = useCountdown(resendAfterS);
  const [checked, setChecked] = useState(false);
  const verified = me?.onboarding.needsEmailVerification === false;

  useEffect(() => {
    if (!verified) return;
    const timer = setTimeout(() => void navigate("/welcome"), checked ? farewellMs : 0);
    return () => clearTimeout(timer);
  }, [verified, checked, navigate]);

  const check = useMutation({
    mutationFn: () => fetchMe(cache),
    onSuccess: (viewer) => {
      if (viewer === null) {
        setWords({ tone: "danger", text: "Session expired. Please log in again." });
        return;
      }
      const done = !viewer.onboarding.needsEmailVerification;
      setChecked(done);
      setWords(done ? success : notYet);
    },
    onError: () =>
      setWords({
        tone: "danger",
        text: "An error occurred while checking verification status.",
      }),
  });

  const resend = useMutation({
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
        text: problem?.detail ?? "Failed to resend verification email",
      });
    },
  });

  return (
    <>
      <span className="inline-grid size-12 place-items-center rounded-full bg-brand-subtle text-brand-text">
        <MailCheck size={22} aria-hidden />
      </span>
      <h1 className="display mt-5 text-24 md:text-30">Verify your email</h1>
      <p className="mt-2 text-15 text-ink-2">
        We sent a link to <strong className="font-semibold text-ink">{me?.email}</strong>. Open it
        on any device, then come back here.
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
          busy={check.isPending || checked}
          onClick={() => check.mutate()}
        >
          I&apos;ve Completed Verification
        </Button>
        <Button
          size="lg"
          disabled={left > 0}
          busy={resend.isPending}
          onClick={() => resend.mutate()}
        >
          {left > 0 ? `Resend link in ${left} s` : "Resend link"}
        </Button>
        <Button variant="quiet" size="lg" onClick={() => void signOut()}>
          Back to login
        </Button>
      </div>
    </>
  );
}

const success: Words = {
  tone: "success",
  text: "Verification complete! Your community awaits.",
};

const notYet: Words = {
  tone: "warning",
  text: "Verification not yet complete. Please check your inbox and click the verification link.",
};
