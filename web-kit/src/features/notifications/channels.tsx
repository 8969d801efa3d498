import { ChannelRows } from "./channel-rows.tsx";
import { ChannelTable } from "./channel-table.tsx";
import type { KindSettings, NotificationSettings } from "./contract.ts";
import type { SettingsPartProps } from "./use-notification-settings.ts";

/** A changed channel of a kind. */
export type KindChange = Pick<KindSettings, "kind"> & Partial<KindSettings>;

export interface ChannelsProps {
  kinds: readonly KindSettings[];
  onChange: (changed: KindChange) => void;
}

/** The channels of each kind: a table on wide screens, one list item for each kind on a phone. */
export function Channels({ settings, onChange, isWide }: SettingsPartProps & { isWide: boolean }) {
  const Layout = isWide ? ChannelTable : ChannelRows;
  return (
    <Layout
      kinds={settings.kinds}
      onChange={(changed) => onChange((before) => withKind(before, changed))}
    />
  );
}

function withKind(settings: NotificationSettings, changed: KindChange): NotificationSettings {
  const kinds = settings.kinds.map((one) =>
    one.kind === changed.kind ? { ...one, ...changed } : one,
  );
  return { ...settings, kinds };
}
