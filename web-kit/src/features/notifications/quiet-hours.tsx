import { t } from "@lingui/core/macro";
import { Checkbox } from "../../ui/checkbox.tsx";
import type { QuietHours as Hours } from "./contract.ts";
import { QuietHoursFields } from "./quiet-hours-fields.tsx";
import { TimeZoneField } from "./time-zone-field.tsx";
import type { SettingsPartProps } from "./use-notification-settings.ts";

/** The time of day without push notifications, and the time zone of all times. */
export function QuietHours({ settings, onChange }: SettingsPartProps) {
  const { quietHours } = settings;
  const change = (changed: Partial<Hours>) =>
    onChange((before) => ({ ...before, quietHours: { ...before.quietHours, ...changed } }));
  return (
    <>
      <Checkbox
        label={t`Use quiet hours`}
        checked={quietHours.enabled}
        onChange={({ target }) => change({ enabled: target.checked })}
      />
      {quietHours.enabled && (
        <QuietHoursFields
          // A rejected change must not stay in the fields.
          key={`${quietHours.from} ${quietHours.to}`}
          quietHours={quietHours}
          onChange={change}
        />
      )}
      <TimeZoneField
        className="mt-5"
        zone={settings.timeZone}
        onChange={(timeZone) => onChange((before) => ({ ...before, timeZone }))}
      />
    </>
  );
}
