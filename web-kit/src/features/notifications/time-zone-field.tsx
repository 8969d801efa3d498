import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { deviceTimeZone, timeZoneRegions, zoneName } from "./time-zones.ts";

interface TimeZoneFieldProps {
  /** Null until one was chosen; then the time zone of the browser is used. */
  zone: string | null;
  onChange: (zone: string) => void;
  className?: string;
}

export function TimeZoneField({ zone, onChange, className }: TimeZoneFieldProps) {
  const device = deviceTimeZone();
  const chosen = zone ?? device;
  const regions = useMemo(() => timeZoneRegions(chosen, device), [chosen, device]);
  return (
    <div className={className}>
      <SelectField
        label={t`Time zone`}
        hint={t`For quiet hours and for the time of summaries.`}
        className="max-w-[384px]"
        value={chosen}
        onChange={({ target }) => onChange(target.value)}
      >
        {regions.map(({ name, zones }) => (
          <optgroup key={name} label={name}>
            {zones.map((one) => (
              <option key={one.zone} value={one.zone}>
                {one.label}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      {chosen !== device && (
        <Button
          size="sm"
          className="mt-2.5"
          onClick={() => onChange(device)}
        >{t`Use the time zone of this device (${{ zone: zoneName(device) }})`}</Button>
      )}
    </div>
  );
}
