import { t } from "@lingui/core/macro";
import type { UseFormRegisterReturn } from "react-hook-form";
import { TextField } from "@guildhall/web-kit/ui/field.tsx";

/** Maximum length of a DNS label. */
const LABEL_MAX = 63;

/** Options for registering the field in a form: subdomains are lower case. */
export const subdomainOptions = { setValueAs: (typed: string) => typed.trim().toLowerCase() };

export interface SubdomainFieldProps {
  control: UseFormRegisterReturn;
  error: string | undefined;
  hint?: string;
}

/** The first label of a portal's address on this platform. */
export function SubdomainField({ control, error, hint }: SubdomainFieldProps) {
  return (
    <TextField
      label={t`Subdomain`}
      {...(hint !== undefined && { hint })}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={LABEL_MAX}
      className="[&_input]:font-mono"
      error={error}
      {...control}
    />
  );
}
