import { t } from "@lingui/core/macro";
import { useId } from "react";
import { Checkbox } from "../../ui/checkbox.tsx";
import type { ChannelsProps } from "./channels.tsx";
import type { KindSettings } from "./contract.ts";
import { EmailTimingSelect } from "./email-timing-select.tsx";
import { KIND_LABELS } from "./labels.ts";

/** The channels of each kind as a list, for a phone. */
export function ChannelRows({ kinds, onChange }: ChannelsProps) {
  return (
    <ul aria-label={t`Notifications by kind`} className="divide-y divide-line-soft">
      {kinds.map((settings) => (
        <KindRow key={settings.kind} {...{ settings, onChange }} />
      ))}
    </ul>
  );
}

interface KindRowProps extends Pick<ChannelsProps, "onChange"> {
  settings: KindSettings;
}

function KindRow({ settings: { kind, inApp, email, push }, onChange }: KindRowProps) {
  const id = useId();
  const { label, text } = KIND_LABELS[kind];
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <div role="group" aria-labelledby={id}>
        <h4 id={id} className="text-15 font-medium">
          {label}
        </h4>
        <p className="text-13 text-ink-3">{text}</p>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4">
          <ChannelBox
            label={t`In app`}
            kind={label}
            checked={inApp}
            onChange={(checked) => onChange({ kind, inApp: checked })}
          />
          <ChannelBox
            label={t`Push`}
            kind={label}
            checked={push}
            onChange={(checked) => onChange({ kind, push: checked })}
          />
          <span className="flex min-w-0 items-center gap-2.5 text-14">
            <label htmlFor={`${id}-email`}>{t`Email`}</label>
            <EmailTimingSelect
              id={`${id}-email`}
              aria-label={t`${label}: Email`}
              value={email}
              onChoose={(timing) => onChange({ kind, email: timing })}
            />
          </span>
        </div>
      </div>
    </li>
  );
}

function ChannelBox(props: {
  label: string;
  kind: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <Checkbox
      className="flex min-h-11 items-center"
      label={props.label}
      aria-label={t`${{ kind: props.kind }}: ${{ channel: props.label }}`}
      checked={props.checked}
      onChange={({ target }) => props.onChange(target.checked)}
    />
  );
}
