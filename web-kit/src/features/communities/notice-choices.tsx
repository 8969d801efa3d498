import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "../../api/problem.ts";
import type { Community, NoticePreference } from "../../api/types.ts";
import { changeViewer } from "../../live/change-community.ts";
import { MenuLabel, MenuRadioGroup, MenuRadioItem, MenuSeparator } from "../../ui/menu.tsx";
import { toast } from "../../ui/toast-store.ts";
import { NOTICE_CHOICES } from "../notifications/labels.ts";
import { setNoticePreference } from "../notifications/queries.ts";

/** The viewer's notification preferences for this community. */
export function NoticeChoices({ community }: { community: Community }) {
  const cache = useQueryClient();
  const { id, viewer } = community;
  const show = (notifications: NoticePreference) => changeViewer(cache, id, { notifications });
  const choose = useMutation({
    mutationFn: (preference: NoticePreference) => setNoticePreference(id, preference),
    onMutate: show,
    onSuccess: ({ preference }) => {
      show(preference);
      toast.success(t`Notifications changed`);
    },
    onError: (error) => {
      show(viewer.notifications);
      toast.error(errorMessage(error, t`An error occurred. Please try again.`));
    },
  });
  const take = (value: string) => {
    const choice = NOTICE_CHOICES.find((offered) => offered.value === value);
    if (choice !== undefined) choose.mutate(choice.value);
  };
  return (
    <>
      <MenuSeparator />
      <MenuLabel>{t`Notifications`}</MenuLabel>
      <MenuRadioGroup value={viewer.notifications} onValueChange={take}>
        {NOTICE_CHOICES.map(({ value, label }) => (
          <MenuRadioItem key={value} value={value}>
            {label}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </>
  );
}
