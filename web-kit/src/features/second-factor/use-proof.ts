import { useCallback, useState } from "react";
import { ProblemError } from "../../api/client.ts";

/** Error codes that demand step-up authentication. */
const isProofNeeded = ["proof-required", "second-factor-proof-required"];

/** The member cancelled the dialog: the action was not done, which is not an error. */
export class ProofCancelled extends Error {
  constructor() {
    super("the proof was given up");
    this.name = "ProofGivenUp";
  }
}

/** A requested step-up authentication with the server's reason. */
export interface ProofRequest {
  reason: string;
  /** A password does not suffice. */
  needsFactor: boolean;
  onProven: () => void;
  onCancelled: () => void;
}

export interface Proof {
  /**
   * Runs the action; if it is refused for lack of step-up authentication, asks for it and repeats
   * the action.
   */
  withProof: <Result>(action: () => Promise<Result>) => Promise<Result>;
  /** Pass to `<ProofDialog asked={…} />`, which the screen renders. */
  requested: ProofRequest | null;
}

export function useProof(): Proof {
  const [requested, setRequested] = useState<ProofRequest | null>(null);
  const withProof = useCallback(async <Result>(action: () => Promise<Result>) => {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof ProblemError && isProofNeeded.includes(error.code))) throw error;
      await new Promise<void>((proven, givenUp) => {
        const close = (then: () => void) => () => {
          setRequested(null);
          then();
        };
        setRequested({
          reason: error.detail,
          needsFactor: error.code !== "proof-required",
          onProven: close(proven),
          onCancelled: close(() => givenUp(new ProofCancelled())),
        });
      });
      return action();
    }
  }, []);
  return { withProof, requested };
}
