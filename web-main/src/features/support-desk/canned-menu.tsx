import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { MessageSquareText, Settings2 } from "lucide-react";
import { useState } from "react";
import type { CannedAnswer } from "@guildhall/web-kit/api/support-staff-types.ts";
import { failureText } from "@guildhall/web-kit/features/support/failure-text.ts";
import { useIsDesktop } from "@guildhall/web-kit/shell/use-is-desktop.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { IconButton } from "@guildhall/web-kit/ui/icon-button.tsx";
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
} from "@guildhall/web-kit/ui/menu.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { CannedDialog } from "./canned-dialog.tsx";
import { cannedAnswersQuery } from "./queries.ts";

export interface CannedMenuProps {
  /** The text of an answer, with its placeholders filled. */
  fill: (answer: CannedAnswer) => Promise<string> | string;
  onInsert: (text: string) => void;
}

/** Inserts a canned answer. */
export function CannedMenu(props: CannedMenuProps) {
  const { data } = useQuery(cannedAnswersQuery);
  const wide = useIsDesktop();
  const [managing, setManaging] = useState(false);
  const insert = async (answer: CannedAnswer) => {
    try {
      props.onInsert(await props.fill(answer));
    } catch (error) {
      toast.error(failureText(error, t`Failed to load canned answer`));
    }
  };
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          {wide ? (
            <Button
              variant="quiet"
              icon={<MessageSquareText size={15} aria-hidden />}
            >{t`Canned answers`}</Button>
          ) : (
            <IconButton
              label={t`Canned answers`}
              icon={<MessageSquareText size={18} aria-hidden />}
            />
          )}
        </MenuTrigger>
        <MenuContent side="top">
          {data?.items.length === 0 && <MenuLabel>{t`No canned answers yet`}</MenuLabel>}
          {data?.items.map((answer) => (
            <MenuItem key={answer.id} onSelect={() => void insert(answer)}>
              {answer.title}
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem
            icon={<Settings2 size={16} aria-hidden />}
            onSelect={() => setManaging(true)}
          >{t`Manage canned answers`}</MenuItem>
        </MenuContent>
      </Menu>
      {managing && <CannedDialog onClose={() => setManaging(false)} />}
    </>
  );
}
