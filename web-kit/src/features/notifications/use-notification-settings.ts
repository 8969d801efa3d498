import { t } from "@lingui/core/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { errorMessage } from "../../api/problem.ts";
import { toast } from "../../ui/toast-store.ts";
import type { NotificationSettings, NotificationSettingsChange } from "./contract.ts";
import { notificationSettingsQuery, saveNotificationSettings } from "./queries.ts";
import { deviceTimeZone } from "./time-zones.ts";

/** A change of the settings, as a function of the settings before it. */
export type SettingsChange = (settings: NotificationSettings) => NotificationSettings;

/** Props of a part of the settings. */
export interface SettingsPartProps {
  settings: NotificationSettings;
  onChange: (change: SettingsChange) => void;
}

/**
 * The settings, with the changes that are still being saved. The requests run one after another:
 * each sends all settings, so that two at once would undo each other. A request also takes the
 * changes made while it waited: typing in a list chooses another entry with each letter.
 */
export function useNotificationSettings() {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(notificationSettingsQuery);
  const [pending, setPending] = useState<readonly SettingsChange[]>([]);
  const unsent = useRef<SettingsChange[]>([]);
  const { queryKey } = notificationSettingsQuery;
  const { mutate } = useMutation<NotificationSettings, Error, SettingsChange>({
    scope: { id: "notification-settings" },
    mutationFn: async () => {
      const stored = await cache.ensureQueryData(notificationSettingsQuery);
      const changes = unsent.current.splice(0);
      // An earlier request has taken this change along.
      if (changes.length === 0) return stored;
      return saveNotificationSettings(
        toBody(changes.reduce((before, change) => change(before), stored)),
      );
    },
    onMutate: async (change) => {
      unsent.current.push(change);
      setPending((changes) => [...changes, change]);
      // A response already in flight would show the old choice again.
      await cache.cancelQueries({ queryKey });
    },
    onSuccess: (saved) => cache.setQueryData(queryKey, saved),
    onError: (refusal) => toast.error(errorMessage(refusal, t`Your setting could not be saved.`)),
    onSettled: (_, __, change) => setPending((changes) => changes.filter((one) => one !== change)),
  });
  const settings = data && pending.reduce((before, change) => change(before), data);
  return { settings, error, retry: () => void refetch(), change: mutate };
}

function toBody(settings: NotificationSettings): NotificationSettingsChange {
  const { kinds, quietHours, digestHour, digestWeekday, pushShowsContent } = settings;
  const timeZone = settings.timeZone ?? deviceTimeZone();
  return { kinds, quietHours, timeZone, digestHour, digestWeekday, pushShowsContent };
}
