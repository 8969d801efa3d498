import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { errorMessage } from "../../api/problem.ts";
import type { Me, Person } from "../../api/types.ts";
import { useKeys } from "../../api/use-keys.ts";
import { useSingleFlightMutation } from "../../api/use-single-flight-mutation.ts";
import { contactQuery } from "../../shell/contact/contact.ts";
import { placeConversation } from "../../live/conversation-lists.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { toast } from "../../ui/toast-store.ts";
import { profileQuery } from "../profile/queries.ts";
import { PeoplePicker } from "./people-picker.tsx";
import { createConversation } from "./queries.ts";
import { CREATE_FAILED, CREATED, GROUP_MAX, GROUP_NAME_MAX } from "./rules.ts";

export interface NewConversationDialogProps {
  me: Me;
  /** Id of the first participant, if known. */
  to: string | null;
  onClose: () => void;
}

/** Starts a conversation with one person, or a named group with several. */
export function NewConversationDialog({ me, to, onClose }: NewConversationDialogProps) {
  const preset = usePreset(to);
  const [picked, setPicked] = useState<readonly Person[] | null>(null);
  const chosen = picked ?? preset.people;
  const [title, setTitle] = useState("");
  const isGroup = chosen.length > 1;
  const create = useCreate(me);
  const isIncomplete = chosen.length === 0 || (isGroup && title.trim() === "");
  return (
    <FormDialog
      title={t`New conversation`}
      confirm={isGroup ? t`Create group` : t`Start conversation`}
      busy={create.isPending}
      disabled={isIncomplete}
      failure={create.error === null ? preset.refusal : errorMessage(create.error, CREATE_FAILED)}
      {...(preset.isRequest && picked === null && { description: REQUEST_NOTE })}
      onSubmit={(event) => {
        event.preventDefault();
        if (isIncomplete) return;
        create.mutate({
          participantIds: chosen.map(({ userId }) => userId),
          title: isGroup ? title.trim() : null,
        });
      }}
      onClose={onClose}
    >
      {isGroup && (
        <TextField
          label={t`Group name`}
          value={title}
          maxLength={GROUP_NAME_MAX}
          hint={t`A group can have at most ${GROUP_MAX} people.`}
          onChange={(event) => setTitle(event.target.value)}
        />
      )}
      <PeoplePicker {...{ chosen }} max={GROUP_MAX - 1} excluded={[me.id]} onChange={setPicked} />
    </FormDialog>
  );
}

const REQUEST_NOTE = t`You share no community or affiliation. Your first message is sent as a request.`;

/** The person named by the address, and how the viewer may write to them. */
function usePreset(to: string | null) {
  const enabled = to !== null;
  const { data: person } = useQuery({ ...profileQuery(to ?? ""), enabled });
  const { data: contact } = useQuery({ ...contactQuery(to ?? ""), enabled });
  const navigate = useNavigate();
  const existing = contact?.conversationId ?? null;
  useEffect(() => {
    if (existing !== null) void navigate(`/messages/${existing}`, { replace: true });
  }, [existing, navigate]);
  const mayWrite = contact === undefined || ["open", "request"].includes(contact.mode);
  return {
    people: person !== undefined && mayWrite ? [person] : NOBODY,
    isRequest: contact?.mode === "request",
    refusal: contact?.mode === "refused" ? contact.reason : null,
  };
}

const NOBODY: readonly Person[] = [];

interface NewConversation {
  participantIds: readonly string[];
  title: string | null;
}

function useCreate(me: Me) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const keyOf = useKeys();
  return useSingleFlightMutation({
    mutationFn: (body: NewConversation) =>
      createConversation(body.participantIds, body.title, keyOf(body)),
    onSuccess: async (conversation) => {
      placeConversation(cache, conversation, me.id);
      // The server returns the existing conversation of two people.
      if (conversation.messageCount === 0) toast.success(CREATED);
      await navigate(`/messages/${conversation.id}`, { replace: true });
    },
  });
}
