import { useCallback, useState } from "react";
import { ProblemError } from "../../api/client.ts";

/** What the server answers where the last proof of who one is was too long ago, or too weak. */
const needed = ["proof-required", "second-factor-proof-required"];

/** Somebody gave up the dialog; what they wanted was not done, and that is no fault. */
export class ProofGivenUp extends Error {
  constructor() {
    super("the proof was given up");
    this.name = "ProofGivenUp";
  }
}

/** A proof that is asked for, with the server's reason. */
export interface AskedProof {
  reason: string;
  /** A password will not do. */
  needsFactor: boolean;
  onProven: () => void;
  onGivenUp: () => void;
}

export interface Proof {
  /** Does something; refused for want of a proof, it asks for one and does it again. */
  withProof: <Result>(action: () => Promise<Result>) => Promise<Result>;
  /** For `<ProofDialog asked={…} />`, which the screen shows. */
  asked: AskedProof | null;
}

export function useProof(): Proof {
  const [asked, setAsked] = useState<AskedProof | null>(null);
  const withProof = useCallback(async <Result>(action: () => Promise<Result>) => {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof ProblemError && needed.includes(error.code))) throw error;
      await new Promise<void>((proven, givenUp) => {
        const close = (then: () => void) => () => {
          setAsked(null);
          then();
        };
        setAsked({
          reason: error.detail,
          needsFactor: error.code !== "proof-required",
          onProven: close(proven),
          onGivenUp: close(() => givenUp(new ProofGivenUp())),
        });
      });
      return action();
    }
  }, []);
  return { withProof, asked };
}
