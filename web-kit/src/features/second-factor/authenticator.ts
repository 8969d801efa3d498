/**
 * The browser's passkeys (WebAuthn). The API uses JSON with base64url; the browser uses buffers.
 */

interface Named {
  id: string;
  type: "public-key";
  transports?: AuthenticatorTransport[];
}

/** The server's request for an assertion by an existing passkey. */
export interface Question {
  publicKey: Omit<PublicKeyCredentialRequestOptions, "challenge" | "allowCredentials"> & {
    challenge: string;
    allowCredentials?: Named[];
  };
}

/** The server's request for the creation of a passkey. */
export interface CreationQuestion {
  publicKey: Omit<
    PublicKeyCredentialCreationOptions,
    "challenge" | "user" | "excludeCredentials"
  > & {
    challenge: string;
    user: { id: string; name: string; displayName: string };
    excludeCredentials?: Named[];
  };
}

interface Answer<Response> {
  id: string;
  rawId: string;
  type: string;
  response: Response;
  clientExtensionResults: AuthenticationExtensionsClientOutputs;
}

export type PasskeyAnswer = Answer<{
  authenticatorData: string;
  clientDataJSON: string;
  signature: string;
  userHandle: string | null;
}>;

export type MadePasskey = Answer<{
  attestationObject: string;
  clientDataJSON: string;
  transports: string[];
}>;

/** The member closed the browser's prompt, or it timed out. */
export class PasskeyGivenUp extends Error {
  constructor() {
    super("No passkey was used.");
    this.name = "PasskeyGivenUp";
  }
}

export function passkeysWork(): boolean {
  return typeof window.PublicKeyCredential === "function";
}

export async function askForPasskey({ publicKey }: Question): Promise<PasskeyAnswer> {
  const { challenge, allowCredentials = [], ...rest } = publicKey;
  const options: PublicKeyCredentialRequestOptions = {
    ...rest,
    challenge: bytes(challenge),
    allowCredentials: allowCredentials.map(named),
  };
  const found = await asked(() => navigator.credentials.get({ publicKey: options }));
  const { response } = found;
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new PasskeyGivenUp();
  return {
    ...common(found),
    response: {
      authenticatorData: text(response.authenticatorData),
      clientDataJSON: text(response.clientDataJSON),
      signature: text(response.signature),
      userHandle: response.userHandle === null ? null : text(response.userHandle),
    },
  };
}

export async function makePasskey({ publicKey }: CreationQuestion): Promise<MadePasskey> {
  const { challenge, user, excludeCredentials = [], ...rest } = publicKey;
  const options: PublicKeyCredentialCreationOptions = {
    ...rest,
    challenge: bytes(challenge),
    user: { ...user, id: bytes(user.id) },
    excludeCredentials: excludeCredentials.map(named),
  };
  const made = await asked(() => navigator.credentials.create({ publicKey: options }));
  const { response } = made;
  if (!(response instanceof AuthenticatorAttestationResponse)) throw new PasskeyGivenUp();
  return {
    ...common(made),
    response: {
      attestationObject: text(response.attestationObject),
      clientDataJSON: text(response.clientDataJSON),
      transports: response.getTransports(),
    },
  };
}

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  let answer: Credential | null;
  try {
    answer = await ask();
  } catch {
    // The browser reports the same error for closed, refused and timed-out prompts.
    throw new PasskeyGivenUp();
  }
  if (!(answer instanceof PublicKeyCredential)) throw new PasskeyGivenUp();
  return answer;
}

function common(credential: PublicKeyCredential) {
  return {
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    clientExtensionResults: {},
  };
}

function named({ id, ...rest }: Named): PublicKeyCredentialDescriptor {
  return { ...rest, id: bytes(id) };
}

export function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  const plain = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (char) => char.codePointAt(0) ?? 0);
}

export function text(buffer: ArrayBuffer): string {
  const plain = String.fromCodePoint(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
