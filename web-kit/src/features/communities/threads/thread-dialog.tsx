import type { Me, Thread } from "../../../api/types.ts";
import { ArrangeDialog } from "./arrange-dialog.tsx";
import { CloseDialog } from "./close-dialog.tsx";
import { JumpDialog } from "./jump-dialog.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { RenameDialog } from "./rename-dialog.tsx";

export type ThreadAction = "rename" | "close" | "arrange" | "move" | "remove" | "jump";

export interface ThreadDialogProps {
  thread: Thread;
  onClose: () => void;
}

/** The dialog of an action in the thread menu; loaded when the first one opens. */
export function ThreadDialog(props: ThreadDialogProps & { action: ThreadAction; me: Me }) {
  const { action, me, thread, onClose } = props;
  switch (action) {
    case "rename":
      return <RenameDialog {...{ thread, onClose }} />;
    case "close":
      return <CloseDialog {...{ thread, onClose }} />;
    case "arrange":
      return <ArrangeDialog communityId={thread.communityId} onClose={onClose} />;
    case "move":
      return <MoveDialog {...{ thread, me, onClose }} />;
    case "remove":
      return <RemoveDialog {...{ thread, onClose }} />;
    case "jump":
      return <JumpDialog {...{ thread, onClose }} />;
  }
}
