import { t } from "@lingui/core/macro";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { TextField, type TextFieldProps } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";

/** A password field with a button that reveals its value. */
export function PasswordField(props: Omit<TextFieldProps, "type" | "trailing">) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={shown ? "text" : "password"}
      trailing={
        <IconButton
          size="sm"
          className="-me-1.5"
          label={shown ? t`Hide password` : t`Show password`}
          aria-pressed={shown}
          icon={<Icon size={16} />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
