import { useQuery } from "@tanstack/react-query";
import { MessageSquareText, Settings2 } from "lucide-react";
import { useState } from "react";
import { failureText } from "@guildhall/web-kit/features/support/failure-text.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
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
import { cannedAnswersQuery, fillCannedAnswer, type Subject } from "./queries.ts";

/** Inserts a canned answer, with its placeholders filled by the server. */
export function CannedMenu(props: { subject: Subject; onInsert: (text: string) => void }) {
  const { data } = useQuery(cannedAnswersQuery);
  const [managing, setManaging] = useState(false);
  const insert = async (id: string) => {
    try {
      props.onInsert((await fillCannedAnswer(id, props.subject)).message);
    } catch (error) {
      toast.error(failureText(error, "Failed to load canned answer"));
    }
  };
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <Button variant="quiet" icon={<MessageSquareText size={15} aria-hidden />}>
            Canned answers
          </Button>
        </MenuTrigger>
        <MenuContent side="top">
          {data?.items.length === 0 && <MenuLabel>No canned answers yet</MenuLabel>}
          {data?.items.map(({ id, title }) => (
            <MenuItem key={id} onSelect={() => void insert(id)}>
              {title}
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem icon={<Settings2 size={16} aria-hidden />} onSelect={() => setManaging(true)}>
            Manage canned answers
          </MenuItem>
        </MenuContent>
      </Menu>
      {managing && <CannedDialog onClose={() => setManaging(false)} />}
    </>
  );
}
