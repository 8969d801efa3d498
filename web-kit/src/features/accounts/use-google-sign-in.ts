import { useState } from "react";
import { useNavigate } from "react-router";
import type { ExistingAccount, GoogleWish, Refusal } from "./google.ts";
import { useGoogle } from "./use-google.ts";

interface Asked {
  wish: () => GoogleWish;
  /** Destination after the sign-in. */
  to: string;
  onRefused: (refusal: Refusal) => void;
}

/**
 * Sign-in with Google for a form: its actions, and the existing account to connect with, if any.
 */
export function useGoogleSignIn({ wish, to, onRefused }: Asked) {
  const navigate = useNavigate();
  const [existing, setExisting] = useState<ExistingAccount | null>(null);
  const { busy, open, go } = useGoogle({
    to,
    onExists: setExisting,
    onRefused: (refusal) => {
      // Unknown user without an invite code: the sign-up screen asks for one.
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
