import { t } from "@lingui/core/macro";
import { TextAreaField } from "@guildhall/web-kit/ui/field.tsx";

/** The questionnaire as JSON; the server validates it. */
export function JsonField(props: {
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}) {
  return (
    <TextAreaField
      label={t`Questionnaire (JSON)`}
      hint="title, description, estimatedTimeMinutes and questions: id, label, type (multiple_choice, textarea, email, number, text), options, required, placeholder, validation (minLength, maxLength, pattern, message)"
      rows={22}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      dir="ltr"
      className="[&_textarea]:font-mono [&_textarea]:text-13"
      value={props.value}
      error={props.error}
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}
