import { t } from "@lingui/core/macro";
import { requestPasskeySignIn, passkeySignIn } from "./queries.ts";
import { PasskeyButton } from "./passkey-button.tsx";

interface SignInPasskeyProps {
  /** Resolves when a new sign-in may begin. */
  ready: () => Promise<void>;
  staySignedIn: () => boolean;
  onProven: (idToken: string) => Promise<void>;
}

/**
 * Sign-in with a passkey instead of password and code. On the main site only, since passkeys are
 * bound to its host.
 */
export function SignInPasskey({ ready, staySignedIn, onProven }: SignInPasskeyProps) {
  return (
    <PasskeyButton
      size="lg"
      ask={async () => {
        await ready();
        return requestPasskeySignIn();
      }}
      send={async (assertion) => {
        const { idToken } = await passkeySignIn({ assertion, staySignedIn: staySignedIn() });
        await onProven(idToken);
      }}
    >{t`Continue with a passkey`}</PasskeyButton>
  );
}
