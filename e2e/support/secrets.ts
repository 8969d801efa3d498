import { password } from "./doors.ts";

/** What a log must never hold. The list of accounts that `up` prints names the demo password. */
export function keepsSecrets(log: string): void {
  const lines = log.split("\n").filter((line) => line.startsWith("{"));
  const secrets = [
    password,
    "csst=",
    "idToken",
    '"token"',
    '"resolver"',
    "otpauth:",
    "?token=",
    "?code=",
    "&state=",
  ];
  const found = lines.filter((line) => secrets.some((secret) => line.includes(secret)));
  if (found.length > 0) throw new Error(`the log holds a secret:\n${found[0]}`);
}
