import { t } from "@lingui/core/macro";
import { type Ref, useState } from "react";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import type { NewStaffMessage, StaffTicket } from "@guildhall/web-kit/api/support-staff-types.ts";
import { ReplyBox } from "@guildhall/web-kit/features/support/reply-box.tsx";
import { useReplyDraft } from "@guildhall/web-kit/features/support/reply-drafts.ts";
import { useAttachments } from "@guildhall/web-kit/features/support/use-attachments.ts";
import { useSend } from "@guildhall/web-kit/features/support/use-send.ts";
import { Segments } from "@guildhall/web-kit/ui/segments.tsx";
import { CannedMenu } from "./canned-menu.tsx";
import { fillCannedAnswer, sendStaffMessage, staffAttachmentsPath } from "./queries.ts";

export interface StaffReplyProps {
  ticket: StaffTicket;
  staffId: string;
  /** Returns true if the error is a conflict, which it then shows. */
  onConflict: (error: Error) => boolean;
  areaRef: Ref<HTMLTextAreaElement>;
}

type Mode = "reply" | "note";

/** Answers the person, or writes an internal note. A closed ticket accepts only notes. */
export function StaffReply({ ticket, staffId, onConflict, areaRef }: StaffReplyProps) {
  const isClosed = ticket.status === "closed";
  const [chosen, setChosen] = useState<Mode>("reply");
  const mode: Mode = isClosed ? "note" : chosen;
  const [text, setText] = useReplyDraft(`${staffId} ${mode} ${ticket.id}`);
  const attachments = useAttachments(staffAttachmentsPath(ticket.id));
  const sending = useSend<NewStaffMessage>({
    send: (body, key) => sendStaffMessage(ticket.id, body, key),
    onSent: () => {
      setText("");
      attachments.clear();
    },
    done: mode === "note" ? t`Note added` : t`Message sent successfully`,
    // The text stays in the box, so that it can be sent after a look at the change.
    onFailed: onConflict,
    changes: [keys.supportDesk],
  });
  return (
    <div className="shrink-0">
      <div className="px-4 pb-2 md:px-8">
        {isClosed ? (
          <p className="text-12 text-ink-2">{t`This ticket is closed. Only internal notes can be added.`}</p>
        ) : (
          <Segments
            label={t`Kind of message`}
            segments={[
              { value: "reply", label: t({ message: "Reply", context: "noun" }) },
              { value: "note", label: t`Internal note` },
            ]}
            value={mode}
            onChange={setChosen}
          />
        )}
      </div>
      <ReplyBox
        label={mode === "note" ? t`Write an internal note` : t`Write a reply`}
        action={mode === "note" ? t`Add note` : t`Send reply`}
        tone={mode === "note" ? "note" : "plain"}
        {...{ text, attachments, areaRef }}
        onText={setText}
        busy={sending.isPending}
        onSend={(message) =>
          sending.mutate({
            message,
            internal: mode === "note",
            version: ticket.version,
            attachmentIds: attachments.ids,
          })
        }
        tools={
          mode === "reply" && (
            <CannedMenu
              fill={async ({ id }) => (await fillCannedAnswer(id, ticket.id)).message}
              onInsert={(answer) => setText(text === "" ? answer : `${text}\n${answer}`)}
            />
          )
        }
      />
    </div>
  );
}
