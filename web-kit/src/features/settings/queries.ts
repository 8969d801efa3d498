import { t } from "@lingui/core/macro";
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { call, ProblemError } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { firstPage } from "../../api/loading.ts";
import type { BlockedPerson, ChangeMe, Me, MessageSettings, Page } from "../../api/types.ts";
import type { Language } from "../../language/languages.ts";
import { changeLanguage } from "../../shell/change-language.ts";
import { toast } from "../../ui/toast-store.ts";
import { meQuery } from "../accounts/queries.ts";

export function changeMe(body: ChangeMe): Promise<Me> {
  return call<Me>("PATCH", "/api/me", { body });
}

/** Saves a setting immediately, and reports a failure. */
export function useSetting() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: changeMe,
    onSuccess: (me) => cache.setQueryData(meQuery.queryKey, me),
    onError: (error) => toast.error(settingRefused(error)),
  });
}

/** Saves the member's language, and shows the page in it. */
export function useLanguageChoice() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (language: Language) => call<Me>("PATCH", "/api/me", { body: { language } }),
    onSuccess: (me, language) => {
      cache.setQueryData(meQuery.queryKey, me);
      changeLanguage(language);
    },
    onError: (error) => toast.error(settingRefused(error)),
  });
}

function settingRefused(error: unknown): string {
  return error instanceof ProblemError ? error.detail : t`Your setting could not be saved.`;
}

const messageSettings = "/api/me/message-settings";

export const messageSettingsQuery = queryOptions({
  queryKey: keys.messageSettings,
  queryFn: ({ signal }) => call<MessageSettings>("GET", messageSettings, { signal }),
});

export const saveMessageSettings = (body: MessageSettings) =>
  call<MessageSettings>("PUT", messageSettings, { body });

/** Blocked users, the latest first. */
export const blockedQuery = infiniteQueryOptions({
  queryKey: keys.blocked,
  queryFn: ({ pageParam, signal }) =>
    call<Page<BlockedPerson>>("GET", "/api/me/blocked", { signal, query: { cursor: pageParam } }),
  initialPageParam: firstPage,
  getNextPageParam: (last) => last.nextCursor,
});
