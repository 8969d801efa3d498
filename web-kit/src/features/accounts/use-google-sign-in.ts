import { useState } from "react";
import { useNavigate } from "react-router";
import type { ExistingAccount, GoogleSignInRequest, GoogleRefusal } from "./google.ts";
import { useGoogle } from "./use-google.ts";

interface GoogleSignInOptions {
  request: () => GoogleSignInRequest;
  /** Destination after the sign-in. */
  to: string;
  onRefused: (refusal: GoogleRefusal) => void;
}

/**
 * Sign-in with Google for a form: its actions, and the existing account to connect with, if any.
 */
export function useGoogleSignIn({ request, to, onRefused }: GoogleSignInOptions) {
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
    open: () => open(request()),
    go: () => void go(request()),
    existing,
    forgetExisting: () => setExisting(null),
  };
}
