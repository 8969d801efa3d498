import { useEffect, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigate, useNavigationType } from "react-router";

const addressOf = (step: number) => (step === 0 ? "/welcome" : `/welcome?step=${step + 1}`);

function stepIn(search: string): number {
  const step = Number(new URLSearchParams(search).get("step") ?? 1);
  return Number.isInteger(step) && step >= 1 ? step - 1 : 0;
}

/** Marks the entries of the history behind which the step before lies. */
interface Behind {
  stepBefore: true;
}
const behind: Behind = { stepBefore: true };

function hasStepBefore(state: unknown): boolean {
  return typeof state === "object" && state !== null && Reflect.get(state, "stepBefore") === true;
}

/**
 * The step of the wizard that is open. Each step is an entry of the browser's history, so that its Back
 * button goes back one step. The visit begins with `first`, whatever the address says: the member may
 * have gone on elsewhere.
 */
export function useStep(first: number, last: number, onStep: (step: number) => void) {
  const navigate = useNavigate();
  const location = useLocation();
  const arrived = useNavigationType();
  const [step, setStep] = useState(first);
  const begun = useRef(false);
  const shown = useRef(first);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const open = async () => {
      if (stepIn(location.search) === first) return;
      if (hasStepBefore(location.state)) {
        await navigate(addressOf(first), { replace: true, state: first === 0 ? null : behind });
        return;
      }
      // The steps before this one, for the Back button.
      await navigate(addressOf(0), { replace: true });
      for (let next = 1; next <= first; next += 1) {
        // One after the other: they are entries of one history.
        // oxlint-disable-next-line no-await-in-loop
        await navigate(addressOf(next), { state: behind });
      }
    };
    void open();
  }, [first, location, navigate]);

  const show = (next: number) => {
    shown.current = next;
    setStep(next);
    onStep(next);
  };

  // Back and Forward open another entry of the history: its address says which step is wanted.
  const entry = useRef(location.key);
  useEffect(() => {
    if (entry.current === location.key) return;
    entry.current = location.key;
    const next = Math.min(stepIn(location.search), last);
    if (arrived !== NavigationType.Pop || next === shown.current) return;
    shown.current = next;
    setStep(next);
    onStep(next);
  }, [location, arrived, last, onStep]);

  return {
    step,
    forward: () => {
      show(step + 1);
      void navigate(addressOf(step + 1), { state: behind });
    },
    back: () => {
      if (hasStepBefore(location.state)) void navigate(-1);
      else {
        show(step - 1);
        void navigate(addressOf(step - 1), { replace: true });
      }
    },
  };
}
