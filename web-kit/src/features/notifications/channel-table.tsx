import { t } from "@lingui/core/macro";
import { Checkbox } from "../../ui/checkbox.tsx";
import type { ChannelsProps } from "./channels.tsx";
import { EmailTimingSelect } from "./email-timing-select.tsx";
import { KIND_LABELS } from "./labels.ts";

const HEAD_CLASS = "border-b border-line-soft pb-2 text-12 font-medium text-ink-3";

/** The channels of each kind as a table. */
export function ChannelTable({ kinds, onChange }: ChannelsProps) {
  return (
    <table aria-label={t`Notifications by kind`} className="w-full text-14">
      <thead>
        <tr>
          <th scope="col" className={`${HEAD_CLASS} text-start`}>{t`Kind`}</th>
          <th scope="col" className={`${HEAD_CLASS} w-20 text-center`}>{t`In app`}</th>
          <th scope="col" className={`${HEAD_CLASS} w-40 ps-3 text-start`}>{t`Email`}</th>
          <th scope="col" className={`${HEAD_CLASS} w-16 text-center`}>{t`Push`}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line-soft">
        {kinds.map(({ kind, inApp, email, push }) => {
          const { label, text } = KIND_LABELS[kind];
          return (
            <tr key={kind}>
              <th scope="row" className="py-2.5 pe-3 text-start font-normal">
                <span className="block font-medium">{label}</span>
                <span className="block text-12 text-ink-3">{text}</span>
              </th>
              <td>
                <Checkbox
                  className="flex justify-center [&>label]:gap-0"
                  label={<span className="sr-only">{t`${label} in app`}</span>}
                  checked={inApp}
                  onChange={({ target }) => onChange({ kind, inApp: target.checked })}
                />
              </td>
              <td className="ps-3">
                <EmailTimingSelect
                  aria-label={t`${label} by email`}
                  value={email}
                  onChoose={(timing) => onChange({ kind, email: timing })}
                />
              </td>
              <td>
                <Checkbox
                  className="flex justify-center [&>label]:gap-0"
                  label={<span className="sr-only">{t`${label} by push`}</span>}
                  checked={push}
                  onChange={({ target }) => onChange({ kind, push: target.checked })}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
