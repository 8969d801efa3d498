import { t } from "@lingui/core/macro";
import type { ComponentProps } from "react";
import { TextField } from "../../ui/field.tsx";

export type CodeKind = "totp" | "backup-code";

const kinds = {
  totp: { label: t`Verification code`, hint: t`The six digits that your app currently shows.` },
  "backup-code": { label: t`Backup code`, hint: t`One of your eight-digit codes. It works once.` },
} as const;

interface CodeFieldProps extends Omit<ComponentProps<typeof TextField>, "label"> {
  kind: CodeKind;
}

/** A TOTP or backup code. Phones show the digit keyboard and suggest the app's code if they can. */
export function CodeField({ kind, ...rest }: CodeFieldProps) {
  return (
    <TextField
      {...kinds[kind]}
      inputMode="numeric"
      autoComplete={kind === "totp" ? "one-time-code" : "off"}
      autoCapitalize="off"
      spellCheck={false}
      boxClassName="font-mono tabular-nums"
      {...rest}
    />
  );
}
