import { EnrolmentStep } from "./enrolment-step.tsx";
import type { WaitingEnrolment, WaitingSignIn } from "./queries.ts";
import { SignInStep } from "./sign-in-step.tsx";

interface SecondStepProps {
  waiting: WaitingSignIn | WaitingEnrolment;
  /** Opens the session. */
  onProven: (idToken: string) => Promise<void>;
  /** Returns to the password, with a message if the sign-in has expired. */
  onBack: (words?: string) => void;
}

/** The step after a correct password: verify the second factor, or set one up. */
export function SecondStep({ waiting, ...ways }: SecondStepProps) {
  if (waiting.outcome === "mfaRequired") return <SignInStep waiting={waiting} {...ways} />;
  return <EnrolmentStep waiting={waiting} {...ways} />;
}
