/**
 * The browser's passkeys (WebAuthn). The API uses JSON with base64url; the browser uses buffers.
 */

import { t } from "@lingui/core/macro";
interface CredentialJson {
  id: string;
  type: "public-key";
  transports?: AuthenticatorTransport[];
}

/** The server's request for an assertion by an existing passkey. */
export interface PasskeyRequestOptions {
  publicKey: Omit<PublicKeyCredentialRequestOptions, "challenge" | "allowCredentials"> & {
    challenge: string;
    allowCredentials?: CredentialJson[];
  };
}

/** The server's request for the creation of a passkey. */
export interface PasskeyCreationOptions {
  publicKey: Omit<
    PublicKeyCredentialCreationOptions,
    "challenge" | "user" | "excludeCredentials"
  > & {
    challenge: string;
    user: { id: string; name: string; displayName: string };
    excludeCredentials?: CredentialJson[];
  };
}

interface Answer<Response> {
  id: string;
  rawId: string;
  type: string;
  response: Response;
  clientExtensionResults: AuthenticationExtensionsClientOutputs;
}

export type PasskeyAssertion = Answer<{
  authenticatorData: string;
  clientDataJSON: string;
  signature: string;
  userHandle: string | null;
}>;

export type PasskeyAttestation = Answer<{
  attestationObject: string;
  clientDataJSON: string;
  transports: string[];
}>;

/** The member closed the browser's prompt, or it timed out. */
export class PasskeyCancelled extends Error {
  constructor() {
    super(t`No passkey was used.`);
    this.name = "PasskeyGivenUp";
  }
}

export function supportsPasskeys(): boolean {
  return typeof window.PublicKeyCredential === "function";
}

export async function requestPasskey({
  publicKey,
}: PasskeyRequestOptions): Promise<PasskeyAssertion> {
  const { challenge, allowCredentials = [], ...rest } = publicKey;
  const options: PublicKeyCredentialRequestOptions = {
    ...rest,
    challenge: decodeBase64Url(challenge),
    allowCredentials: allowCredentials.map(toDescriptor),
  };
  const found = await requestCredential(() => navigator.credentials.get({ publicKey: options }));
  const { response } = found;
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new PasskeyCancelled();
  return {
    ...toCommonJson(found),
    response: {
      authenticatorData: encodeBase64Url(response.authenticatorData),
      clientDataJSON: encodeBase64Url(response.clientDataJSON),
      signature: encodeBase64Url(response.signature),
      userHandle: response.userHandle === null ? null : encodeBase64Url(response.userHandle),
    },
  };
}

export async function createPasskey({
  publicKey,
}: PasskeyCreationOptions): Promise<PasskeyAttestation> {
  const { challenge, user, excludeCredentials = [], ...rest } = publicKey;
  const options: PublicKeyCredentialCreationOptions = {
    ...rest,
    challenge: decodeBase64Url(challenge),
    user: { ...user, id: decodeBase64Url(user.id) },
    excludeCredentials: excludeCredentials.map(toDescriptor),
  };
  const made = await requestCredential(() => navigator.credentials.create({ publicKey: options }));
  const { response } = made;
  if (!(response instanceof AuthenticatorAttestationResponse)) throw new PasskeyCancelled();
  return {
    ...toCommonJson(made),
    response: {
      attestationObject: encodeBase64Url(response.attestationObject),
      clientDataJSON: encodeBase64Url(response.clientDataJSON),
      transports: response.getTransports(),
    },
  };
}

async function requestCredential(
  ask: () => Promise<Credential | null>,
): Promise<PublicKeyCredential> {
  let answer: Credential | null;
  try {
    answer = await ask();
  } catch {
    // The browser reports the same error for closed, refused and timed-out prompts.
    throw new PasskeyCancelled();
  }
  if (!(answer instanceof PublicKeyCredential)) throw new PasskeyCancelled();
  return answer;
}

function toCommonJson(credential: PublicKeyCredential) {
  return {
    id: credential.id,
    rawId: encodeBase64Url(credential.rawId),
    type: credential.type,
    clientExtensionResults: {},
  };
}

function toDescriptor({ id, ...rest }: CredentialJson): PublicKeyCredentialDescriptor {
  return { ...rest, id: decodeBase64Url(id) };
}

export function decodeBase64Url(base64url: string): Uint8Array<ArrayBuffer> {
  const plain = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (char) => char.codePointAt(0) ?? 0);
}

export function encodeBase64Url(buffer: ArrayBuffer): string {
  const plain = String.fromCodePoint(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
