import { useEffect, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigate, useNavigationType } from "react-router";

const addressOf = (step: number) => (step === 0 ? "/welcome" : `/welcome?step=${step + 1}`);

function stepIn(search: string): number {
  const step = Number(new URLSearchParams(search).get("step") ?? 1);
  return Number.isInteger(step) && step >= 1 ? step - 1 : 0;
}

/** State of a history entry that follows the entry of the previous step. */
const afterPrevious = { stepBefore: true };

function hasStepBefore(state: unknown): boolean {
  return typeof state === "object" && state !== null && Reflect.get(state, "stepBefore") === true;
}

/**
 * Makes each step of the wizard an entry of the browser's history, so that its Back button goes back one
 * step. A visit begins with the stored step, not with that of the address: the member may have gone on
 * with another device.
 */
export function useStep(step: number, last: number, onStep: (step: number) => void) {
  const navigate = useNavigate();
  const location = useLocation();
  const arrived = useNavigationType();
  const [first] = useState(step);
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const open = async () => {
      if (stepIn(location.search) === first) return;
      if (hasStepBefore(location.state)) {
        const state = first === 0 ? null : afterPrevious;
        await navigate(addressOf(first), { replace: true, state });
        return;
      }
      // The steps before this one, for the Back button.
      await navigate(addressOf(0), { replace: true });
      for (let next = 1; next <= first; next += 1) {
        // One after the other: they are entries of one history.
        // oxlint-disable-next-line no-await-in-loop
        await navigate(addressOf(next), { state: afterPrevious });
      }
    };
    void open();
  }, [first, location, navigate]);

  // Back and Forward open another entry of the history: its address says which step is wanted.
  const entry = useRef(location.key);
  useEffect(() => {
    if (entry.current === location.key) return;
    entry.current = location.key;
    if (arrived !== NavigationType.Pop) return;
    const wanted = stepIn(location.search);
    const next = Math.min(wanted, last);
    // A box of an earlier step was cleared since: that step comes first.
    if (next !== wanted) void navigate(addressOf(next), { replace: true, state: location.state });
    if (next !== step) onStep(next);
  }, [location, arrived, step, last, onStep, navigate]);

  return {
    forward: () => {
      onStep(step + 1);
      void navigate(addressOf(step + 1), { state: afterPrevious });
    },
    back: () => {
      if (hasStepBefore(location.state)) void navigate(-1);
      else {
        onStep(step - 1);
        void navigate(addressOf(step - 1), { replace: true });
      }
    },
  };
}
