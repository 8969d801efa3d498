import { useState } from "react";
import { useNavigate } from "react-router";
import type { ExistingAccount, GoogleWish, Refusal } from "./google.ts";
import { useGoogle } from "./use-google.ts";

interface Asked {
  wish: () => GoogleWish;
  /** Where somebody goes who is signed in. */
  to: string;
  onRefused: (refusal: Refusal) => void;
}

/** The sign-in with Google as a form uses it: its ways, and the account it may have to be connected with. */
export function useGoogleSignIn({ wish, to, onRefused }: Asked) {
  const navigate = useNavigate();
  const [existing, setExisting] = useState<ExistingAccount | null>(null);
  const { busy, open, go } = useGoogle({
    to,
    onExists: setExisting,
    onRefused: (refusal) => {
      // Nobody we know, and no code: that is what the sign-up is for.
      if (refusal.code !== "invite-code-required") onRefused(refusal);
      else void navigate("/signup", { state: { refusal: refusal.detail } });
    },
  });
  return {
    busy,
    open: () => open(wish()),
    go: () => void go(wish()),
    existing,
    forgetExisting: () => setExisting(null),
  };
}
