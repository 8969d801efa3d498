import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import type { Passkey } from "../../api/types.ts";
import type {
  PasskeyCreationOptions,
  PasskeyAttestation,
  PasskeyAssertion,
  PasskeyRequestOptions,
} from "./authenticator.ts";

export type Factor = "totp" | "backup-code" | "passkey";

/** A sign-in that has passed the first factor. */
export interface WaitingSignIn {
  outcome: "mfaRequired";
  resolver: string;
  factors: Factor[];
  detail: string;
}

/** A sign-in that requires setting up a second factor first. */
export interface WaitingEnrolment {
  outcome: "mfaEnrolmentRequired";
  resolver: string;
  detail: string;
}

export interface SignedInProof {
  outcome: "success";
  idToken: string;
  uid: string;
}

export type SignInOutcome = SignedInProof | WaitingSignIn | WaitingEnrolment;

export interface TotpSeed {
  secret: string;
  otpauthUri: string;
}

export interface BackupCodes {
  backupCodes: string[];
}

/** The step-up proof; the session continues with a new token. */
export type StepUpProof = { password: string } | { code: string } | { assertion: PasskeyAssertion };

export function submitProof(body: StepUpProof): Promise<void> {
  return call("POST", "/api/identity/prove", { body, quiet: true });
}

export function requestProofPasskey(): Promise<PasskeyRequestOptions> {
  return call("POST", "/api/identity/prove/passkey", { quiet: true });
}

export interface MfaAnswer {
  resolver: string;
  factor: Factor;
  code?: string;
  assertion?: PasskeyAssertion;
}

export function answerMfa(body: MfaAnswer): Promise<SignedInProof> {
  return call("POST", "/api/identity/mfa", { body, quiet: true });
}

export function requestMfaPasskey(resolver: string): Promise<PasskeyRequestOptions> {
  return call("POST", "/api/identity/mfa/passkey", { body: { resolver }, quiet: true });
}

export function beginForcedTotp(resolver: string): Promise<TotpSeed> {
  return call("POST", "/api/identity/mfa/enrol", { body: { resolver }, quiet: true });
}

export function confirmForcedTotp(body: {
  resolver: string;
  code: string;
}): Promise<SignedInProof & BackupCodes> {
  return call("POST", "/api/identity/mfa/enrol/confirm", { body, quiet: true });
}

export const beginTotp = () => call<TotpSeed>("POST", "/api/me/mfa/totp");
export const removeTotp = () => call<void>("DELETE", "/api/me/mfa/totp");
export const regenerateCodes = () => call<BackupCodes>("POST", "/api/me/mfa/backup-codes");

export function confirmTotp(code: string): Promise<BackupCodes> {
  return call("POST", "/api/me/mfa/totp/confirm", { body: { code } });
}

export function requestPasskeySignIn(): Promise<PasskeyRequestOptions> {
  return call("POST", "/api/identity/passkey/begin", { quiet: true });
}

export function passkeySignIn(body: {
  assertion: PasskeyAssertion;
  staySignedIn: boolean;
}): Promise<SignedInProof> {
  return call("POST", "/api/identity/passkey", { body, quiet: true });
}

export const passkeysQuery = queryOptions({
  queryKey: keys.passkeys,
  queryFn: ({ signal }) => call<{ items: Passkey[] }>("GET", "/api/me/passkeys", { signal }),
});

export const beginPasskey = () => call<PasskeyCreationOptions>("POST", "/api/me/passkeys/begin");

export function addPasskey(body: {
  name: string;
  credential: PasskeyAttestation;
}): Promise<Passkey> {
  return call("POST", "/api/me/passkeys", { body });
}

export function renamePasskey(id: string, name: string): Promise<Passkey> {
  return call("PATCH", `/api/me/passkeys/${id}`, { body: { name } });
}

export function removePasskey(id: string): Promise<void> {
  return call("DELETE", `/api/me/passkeys/${id}`);
}
