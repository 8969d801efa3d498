import { t } from "@lingui/core/macro";
import { ArrowRightLeft } from "lucide-react";
import type { ReactNode } from "react";
import type { SupportAttachment } from "../../api/support-types.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { PersonName } from "../../ui/person-name.tsx";
import { useMe } from "../accounts/queries.ts";
import { AttachmentLinks } from "./attachment-links.tsx";
import { MessageText } from "./message-text.tsx";
import { MessageTime } from "./message-time.tsx";

export interface MessageRowProps {
  senderId: string | null;
  /** The sender's name; the viewer's own messages are named "You". */
  name: string;
  picture?: string | null;
  isStaff: boolean;
  at: string;
  text: string;
  attachments?: readonly SupportAttachment[];
  /** Shown next to the name, such as "Internal note". */
  mark?: ReactNode;
}

/** One message of a ticket or chat. */
export function MessageRow(props: MessageRowProps) {
  const { senderId, name, picture = null, isStaff, at, text, attachments = [], mark } = props;
  const me = useMe();
  const isOwn = me !== null && me.id === senderId;
  return (
    <div className="flex gap-3 py-3">
      <Avatar name={name} src={isOwn ? me.profilePicture : picture} size={32} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="text-14 font-semibold">
            <PersonName name={isOwn ? t`You` : name} />
          </span>
          {isStaff && <Badge tone="brand">{t`Staff`}</Badge>}
          {mark}
          <MessageTime at={at} />
        </p>
        <div className="mt-0.5">
          <MessageText text={text} />
        </div>
        <AttachmentLinks attachments={attachments} />
      </div>
    </div>
  );
}

/** A change of status between the messages. */
export function ChangeRow({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-2 py-2 text-12 text-ink-2 md:ps-11">
      <ArrowRightLeft size={14} aria-hidden className="shrink-0 text-ink-3" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
