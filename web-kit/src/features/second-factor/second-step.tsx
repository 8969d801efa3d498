import { EnrolmentStep } from "./enrolment-step.tsx";
import type { WaitingEnrolment, WaitingSignIn } from "./queries.ts";
import { SignInStep } from "./sign-in-step.tsx";

interface SecondStepProps {
  waiting: WaitingSignIn | WaitingEnrolment;
  /** Opens the session. */
  onProven: (idToken: string) => Promise<void>;
  /** Back to the password, with words if the sign-in waits no longer. */
  onBack: (words?: string) => void;
}

/** What follows a right password: the second factor, or setting one up. */
export function SecondStep({ waiting, ...ways }: SecondStepProps) {
  if (waiting.outcome === "mfaRequired") return <SignInStep waiting={waiting} {...ways} />;
  return <EnrolmentStep waiting={waiting} {...ways} />;
}
