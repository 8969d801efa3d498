import type { UseFormRegisterReturn } from "react-hook-form";
import { TextField } from "../../ui/field.tsx";

/** A label of a host name is no longer. */
const LABEL_MAX = 63;

/** Give it to the form that the field belongs to: a subdomain is written in small letters. */
export const subdomainOptions = { setValueAs: (typed: string) => typed.trim().toLowerCase() };

export interface SubdomainFieldProps {
  control: UseFormRegisterReturn;
  error: string | undefined;
  hint?: string;
}

/** The first part of a portal's address on this platform. */
export function SubdomainField({ control, error, hint }: SubdomainFieldProps) {
  return (
    <TextField
      label="Subdomain"
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
