import { password } from "./sites.ts";

/**
 * Checks that a log contains no secrets. The account list printed by `up` contains the demo
 * password and is excluded.
 */
export function expectNoSecrets(log: string): void {
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
