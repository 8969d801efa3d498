import { t } from "@lingui/core/macro";
import {
  ArrowDownUp,
  FolderInput,
  Lock,
  LockOpen,
  Pencil,
  Pin,
  PinOff,
  ShieldX,
} from "lucide-react";
import type { Thread } from "../../../api/types.ts";
import { MenuItem, MenuSeparator } from "../../../ui/menu.tsx";
import type { ThreadAction } from "./thread-dialog.tsx";
import { usePin } from "./use-pin.ts";
import { useReopen } from "./use-reopen.ts";

export interface ModeratorItemsProps {
  thread: Thread;
  onOpen: (action: ThreadAction) => void;
}

/** What admins and trustees can do with a thread; loaded when one of them opens the menu. */
export function ModeratorItems(props: ModeratorItemsProps) {
  const { mayManage, mayModerate } = props.thread.viewer;
  return (
    <>
      <MenuSeparator />
      {mayManage && <ManageItems {...props} />}
      {mayModerate && <CloseItems {...props} />}
    </>
  );
}

/** For admins of the community. */
function ManageItems({ thread, onOpen }: ModeratorItemsProps) {
  const pin = usePin(thread);
  const isPinned = thread.pinnedPosition !== null;
  return (
    <>
      <MenuItem
        icon={<Pencil size={16} />}
        onSelect={() => onOpen("rename")}
      >{t`Rename…`}</MenuItem>
      <MenuItem icon={isPinned ? <PinOff size={16} /> : <Pin size={16} />} onSelect={pin}>
        {isPinned ? t`Unpin` : t`Pin`}
      </MenuItem>
      <MenuItem
        icon={<ArrowDownUp size={16} />}
        onSelect={() => onOpen("arrange")}
      >{t`Arrange pinned threads…`}</MenuItem>
      <MenuItem
        icon={<FolderInput size={16} />}
        onSelect={() => onOpen("move")}
      >{t`Move…`}</MenuItem>
    </>
  );
}

/** For admins and trustees. */
function CloseItems({ thread, onOpen }: ModeratorItemsProps) {
  const reopen = useReopen(thread);
  return (
    <>
      {thread.closed === null ? (
        <MenuItem icon={<Lock size={16} />} onSelect={() => onOpen("close")}>
          {t`Close…`}
        </MenuItem>
      ) : (
        <MenuItem icon={<LockOpen size={16} />} onSelect={reopen}>
          {t`Reopen`}
        </MenuItem>
      )}
      <MenuItem
        tone="danger"
        icon={<ShieldX size={16} />}
        onSelect={() => onOpen("remove")}
      >{t`Remove…`}</MenuItem>
    </>
  );
}
