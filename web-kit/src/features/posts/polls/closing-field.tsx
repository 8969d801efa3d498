import { t } from "@lingui/core/macro";
import { serverNow } from "../../../api/server-clock.ts";
import { TextField } from "../../../ui/field.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import { closingFault, type PollClosing } from "./draft-poll.ts";

const OWN_TIME = "at";
const NEVER = "never";
const PRESETS = [
  { hours: 24, label: t`After 1 day` },
  { hours: 3 * 24, label: t`After 3 days` },
  { hours: 7 * 24, label: t`After 1 week` },
  { hours: 30 * 24, label: t`After 30 days` },
] as const;

export interface ClosingFieldProps {
  closes: PollClosing;
  /** True once the author has tried to save, from when a missing time is an error. */
  isTried: boolean;
  onChange: (closes: PollClosing) => void;
}

/** When a poll closes: presets, or a time in the author's time zone. */
export function ClosingField({ closes, isTried, onChange }: ClosingFieldProps) {
  const isTyped = closes.kind === "at" && closes.time !== "";
  const fault = isTyped || isTried ? closingFault(closes) : null;
  return (
    <>
      <SelectField
        label={t({ message: "Closes", context: "when a poll closes" })}
        value={closes.kind === "after" ? String(closes.hours) : closes.kind}
        onChange={(event) => onChange(closingFrom(event.target.value))}
      >
        {PRESETS.map(({ hours, label }) => (
          <option key={hours} value={hours}>
            {label}
          </option>
        ))}
        <option value={OWN_TIME}>{t`At a time of your choice`}</option>
        <option value={NEVER}>{t({ message: "Never", context: "a poll does not close" })}</option>
      </SelectField>
      {closes.kind === "at" && (
        <TextField
          type="datetime-local"
          label={t({ message: "Closing time", context: "of a poll" })}
          min={toLocalTime(serverNow())}
          value={closes.time.endsWith("Z") ? toLocalTime(Date.parse(closes.time)) : closes.time}
          error={fault ?? undefined}
          onChange={(event) => onChange({ kind: "at", time: event.target.value })}
        />
      )}
    </>
  );
}

function closingFrom(value: string): PollClosing {
  if (value === NEVER) return { kind: "never" };
  if (value === OWN_TIME) return { kind: "at", time: "" };
  return { kind: "after", hours: Number(value) };
}

/** A time as a `datetime-local` input expects it, in the author's time zone. */
function toLocalTime(time: number): string {
  const offset = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - offset).toISOString().slice(0, "2026-11-30T18:00".length);
}
