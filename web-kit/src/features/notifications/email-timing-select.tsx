import type { ComponentProps } from "react";
import { CompactSelect } from "./compact-select.tsx";
import { EMAIL_TIMINGS, type EmailTiming } from "./contract.ts";
import { EMAIL_LABELS } from "./labels.ts";

interface EmailTimingSelectProps extends Omit<ComponentProps<"select">, "value" | "onChange"> {
  value: EmailTiming;
  onChoose: (timing: EmailTiming) => void;
}

const OPTIONS = EMAIL_TIMINGS.map((value) => ({ value, label: EMAIL_LABELS[value] }));

/** The timing of emails of one kind. */
export function EmailTimingSelect(props: EmailTimingSelectProps) {
  return <CompactSelect options={OPTIONS} {...props} />;
}
