import { t } from "@lingui/core/macro";
import { SelectField } from "../../ui/select-field.tsx";
import { WEEKDAYS } from "./contract.ts";
import { hourLabel, WEEKDAY_LABELS } from "./labels.ts";
import type { SettingsPartProps } from "./use-notification-settings.ts";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The hour and the day of email summaries. */
export function DigestTime({ settings, onChange }: SettingsPartProps) {
  return (
    <div className="grid max-w-[384px] grid-cols-2 gap-4">
      <SelectField
        label={t`Time`}
        value={settings.digestHour}
        onChange={({ target }) =>
          onChange((before) => ({ ...before, digestHour: Number(target.value) }))
        }
      >
        {HOURS.map((hour) => (
          <option key={hour} value={hour}>
            {hourLabel(hour)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t`Day of the weekly email`}
        value={settings.digestWeekday}
        onChange={({ target }) => {
          const digestWeekday = WEEKDAYS.find((day) => day === target.value);
          if (digestWeekday !== undefined) onChange((before) => ({ ...before, digestWeekday }));
        }}
      >
        {WEEKDAYS.map((day) => (
          <option key={day} value={day}>
            {WEEKDAY_LABELS[day]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
