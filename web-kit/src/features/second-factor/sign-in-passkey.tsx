import { askPasskeySignIn, passkeySignIn } from "./queries.ts";
import { PasskeyButton } from "./passkey-button.tsx";

interface SignInPasskeyProps {
  /** Waits until a new sign-in may begin. */
  ready: () => Promise<void>;
  staySignedIn: () => boolean;
  onProven: (idToken: string) => Promise<void>;
}

/** In the place of password and code. The main door's alone: a portal has another name. */
export function SignInPasskey({ ready, staySignedIn, onProven }: SignInPasskeyProps) {
  return (
    <PasskeyButton
      size="lg"
      ask={async () => {
        await ready();
        return askPasskeySignIn();
      }}
      send={async (assertion) => {
        const { idToken } = await passkeySignIn({ assertion, staySignedIn: staySignedIn() });
        await onProven(idToken);
      }}
    >
      Continue with a passkey
    </PasskeyButton>
  );
}
