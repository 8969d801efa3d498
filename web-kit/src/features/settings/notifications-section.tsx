import { t } from "@lingui/core/macro";
import type { Me } from "../../api/types.ts";
import { useBoot } from "../../shell/app.ts";
import { useIsDesktop } from "../../shell/use-is-desktop.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { CalendarFeed } from "../calendar-feed/calendar-feed.tsx";
import { Channels } from "../notifications/channels.tsx";
import { CommunityLevels } from "../notifications/community-levels.tsx";
import { DigestTime } from "../notifications/digest-time.tsx";
import { EmailStatus } from "../notifications/email-status.tsx";
import { PushDevicePanel } from "../notifications/push-device-panel.tsx";
import { PushDevices } from "../notifications/push-devices.tsx";
import { QuietHours } from "../notifications/quiet-hours.tsx";
import {
  type SettingsPartProps,
  useNotificationSettings,
} from "../notifications/use-notification-settings.ts";
import { useSetting } from "./queries.ts";
import { SettingsGroup } from "./section.tsx";

/** The kinds, channels and times of the notifications that the member receives. */
export function NotificationsSection({ me }: { me: Me }) {
  return (
    <>
      <ActivityGroup me={me} />
      <ChannelGroups me={me} />
      <SettingsGroup
        title={t`Calendar feed`}
        text={t`A private address with the events of your communities on this site. Add it to your calendar app, which then follows them.`}
      >
        <CalendarFeed />
      </SettingsGroup>
    </>
  );
}

function ChannelGroups({ me }: { me: Me }) {
  const { settings, error, retry, change } = useNotificationSettings();
  if (settings === undefined) {
    return (
      <SettingsGroup>
        {error === null ? (
          <SettingsSkeleton />
        ) : (
          <ErrorState
            className="py-6"
            title={t`Failed to load your settings. Please try again.`}
            onRetry={retry}
          />
        )}
      </SettingsGroup>
    );
  }
  const part = { settings, onChange: change };
  return (
    <>
      <ChannelsGroup {...part} />
      <PushGroup me={me} {...part} />
      <SettingsGroup
        title={t`Quiet hours`}
        text={t`Nothing is pushed to your devices in this time. What you have not read by then is pushed afterwards.`}
      >
        <QuietHours {...part} />
      </SettingsGroup>
      <SettingsGroup
        title={t`Email summaries`}
        text={t`A daily or weekly email lists what you have not read. If there is nothing, no email is sent.`}
      >
        <DigestTime {...part} />
      </SettingsGroup>
      <SettingsGroup
        title={t`Communities`}
        text={t`A community can send less than you chose above. A muted community sends only what concerns you personally.`}
      >
        <CommunityLevels communities={settings.communities} />
      </SettingsGroup>
    </>
  );
}

/** The switch for all notifications of communities. */
function ActivityGroup({ me }: { me: Me }) {
  const setting = useSetting();
  const chosen = setting.isPending ? setting.variables.notificationsEnabled : null;
  return (
    <SettingsGroup>
      <Checkbox
        label={t`Notify me about activity in my communities`}
        checked={chosen ?? me.notificationsEnabled}
        onChange={({ target }) => setting.mutate({ notificationsEnabled: target.checked })}
      />
    </SettingsGroup>
  );
}

function ChannelsGroup(props: SettingsPartProps) {
  return (
    <SettingsGroup
      title={t`What you receive`}
      text={t`Notifications in the app are listed in Activity. Emails about your account, such as a changed password, are always sent.`}
    >
      <EmailStatus email={props.settings.email} />
      <Channels {...props} isWide={useIsDesktop()} />
    </SettingsGroup>
  );
}

function PushGroup({ me, settings, onChange }: SettingsPartProps & { me: Me }) {
  const { brand } = useBoot();
  return (
    <SettingsGroup
      title={t`Push notifications`}
      text={t`A device shows what you chose above as soon as it happens, also while ${{ site: brand.name }} is closed.`}
    >
      <PushDevicePanel userId={me.id} siteName={brand.name} />
      <div className="mt-5">
        <Checkbox
          label={t`Show message content in push notifications`}
          checked={settings.pushShowsContent}
          onChange={({ target }) =>
            onChange((before) => ({ ...before, pushShowsContent: target.checked }))
          }
        />
        <p className="ms-7 mt-1 text-13 text-ink-3">{t`Off: a notification says only that there is something new.`}</p>
      </div>
      <h4 className="mt-6 mb-3 text-13 font-strong">{t`Devices`}</h4>
      <PushDevices userId={me.id} />
    </SettingsGroup>
  );
}

function SettingsSkeleton() {
  return (
    <LoadingRegion className="flex flex-col gap-5 pb-6">
      <Skeleton className="h-5 w-72 max-w-full" />
      <Skeleton className="h-4 w-40" />
      {["mention", "reply", "message", "announcement", "event", "request", "decision"].map(
        (row) => (
          <Skeleton key={row} className="h-9 w-full max-md:h-20" />
        ),
      )}
    </LoadingRegion>
  );
}
