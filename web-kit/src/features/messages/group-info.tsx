import { plural, t } from "@lingui/core/macro";
import { UserPlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import { useQueryClient } from "@tanstack/react-query";
import type { Conversation } from "../../api/message-types.ts";
import { errorMessage } from "../../api/problem.ts";
import type { Me, Person } from "../../api/types.ts";
import { useSingleFlightMutation } from "../../api/use-single-flight-mutation.ts";
import { placeConversation } from "../../live/conversation-lists.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { PersonName } from "../../ui/person-name.tsx";
import { toast } from "../../ui/toast-store.ts";
import { ConversationAvatar } from "./conversation-avatar.tsx";
import { conversationTitle } from "./labels.ts";
import { PeoplePicker } from "./people-picker.tsx";
import { addPeople, renameGroup } from "./queries.ts";
import { GROUP_MAX, GROUP_NAME_MAX } from "./rules.ts";

const ConversationDialog = lazy(async () => ({
  default: (await import("./conversation-dialogs.tsx")).ConversationDialog,
}));

type Asking = "rename" | "add" | "leave" | null;

/** A group's people. Its creator renames it and adds people; everyone may leave. */
export function GroupInfo({ conversation, me }: { conversation: Conversation; me: Me }) {
  const [asking, setAsking] = useState<Asking>(null);
  const isCreator = conversation.ownerId === me.id;
  const { participants } = conversation;
  const count = participants.length;
  const close = () => setAsking(null);
  return (
    <>
      <div className="flex flex-col items-center text-center">
        <ConversationAvatar conversation={conversation} viewerId={me.id} size={76} />
        <h3 className="mt-3 text-16 font-semibold wrap-anywhere">
          <bdi>{conversationTitle(conversation, me.id)}</bdi>
        </h3>
        {isCreator && (
          <Button
            size="sm"
            className="mt-3"
            onClick={() => setAsking("rename")}
          >{t`Rename`}</Button>
        )}
      </div>
      <div className="mt-6 flex items-center justify-between">
        <h4 className="text-13 font-semibold">{t`People (${count})`}</h4>
        {isCreator && count < GROUP_MAX && (
          <Button
            size="sm"
            variant="quiet"
            icon={<UserPlus size={14} aria-hidden />}
            onClick={() => setAsking("add")}
          >{t`Add`}</Button>
        )}
      </div>
      <ul aria-label={t`People in this group`} className="mt-2">
        {participants.map((person) => (
          <li key={person.userId}>
            <Participant person={person} note={noteOf(person, conversation, me)} />
          </li>
        ))}
      </ul>
      <Button className="mt-6 w-full" onClick={() => setAsking("leave")}>{t`Leave group`}</Button>
      {asking === "rename" && <RenameDialog {...{ conversation, me }} onClose={close} />}
      {asking === "add" && <AddDialog {...{ conversation, me }} onClose={close} />}
      <Suspense>
        {asking === "leave" && (
          <ConversationDialog asking="leave" {...{ conversation, me }} onClose={close} />
        )}
      </Suspense>
    </>
  );
}

function noteOf(person: Person, { ownerId }: Conversation, me: Me): string {
  return [person.userId === me.id && t`You`, person.userId === ownerId && t`Creator`]
    .filter(Boolean)
    .join(" · ");
}

function Participant({ person, note }: { person: Person; note: string }) {
  return (
    <Link
      to={`/profile/${person.handle ?? person.userId}`}
      className="flex items-center gap-2.5 rounded-md py-1.5 hover:underline"
    >
      <Avatar name={person.displayName} src={person.profilePicture} size={28} />
      <span className="min-w-0 flex-1 truncate text-13">
        <PersonName name={person.displayName} />
      </span>
      {note !== "" && <span className="text-12 text-ink-3">{note}</span>}
    </Link>
  );
}

interface GroupDialogProps {
  conversation: Conversation;
  me: Me;
  onClose: () => void;
}

/** Runs a change of the group and shows its result everywhere. */
function useGroupChange<Input>(
  { me, onClose }: GroupDialogProps,
  change: (input: Input) => Promise<Conversation>,
  done: string,
) {
  const cache = useQueryClient();
  return useSingleFlightMutation({
    mutationFn: change,
    onSuccess: (changed) => {
      placeConversation(cache, changed, me.id);
      toast.success(done);
      onClose();
    },
  });
}

function RenameDialog(props: GroupDialogProps) {
  const { conversation, onClose } = props;
  const [title, setTitle] = useState(conversation.title ?? "");
  const rename = useGroupChange(
    props,
    (next: string) => renameGroup(conversation.id, next),
    t`Group renamed`,
  );
  return (
    <FormDialog
      title={t`Rename group`}
      confirm={t`Rename`}
      busy={rename.isPending}
      disabled={title.trim() === ""}
      failure={rename.error && errorMessage(rename.error, t`Failed to update conversation`)}
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate(title.trim());
      }}
      onClose={onClose}
    >
      <TextField
        label={t`Group name`}
        value={title}
        maxLength={GROUP_NAME_MAX}
        onChange={(event) => setTitle(event.target.value)}
      />
    </FormDialog>
  );
}

function AddDialog(props: GroupDialogProps) {
  const { conversation, me, onClose } = props;
  const [chosen, setChosen] = useState<readonly Person[]>([]);
  const count = chosen.length;
  const inside = conversation.participants.map(({ userId }) => userId);
  const add = useGroupChange(
    props,
    (people: readonly Person[]) =>
      addPeople(
        conversation.id,
        people.map(({ userId }) => userId),
      ),
    plural(count, { one: "Person added", other: "People added" }),
  );
  return (
    <FormDialog
      title={t`Add people`}
      description={t`They see the messages sent from now on.`}
      confirm={t`Add`}
      busy={add.isPending}
      disabled={chosen.length === 0}
      failure={add.error && errorMessage(add.error, t`Failed to update conversation`)}
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(chosen);
      }}
      onClose={onClose}
    >
      <PeoplePicker
        {...{ chosen }}
        max={GROUP_MAX - inside.length}
        excluded={[...inside, me.id]}
        onChange={setChosen}
      />
    </FormDialog>
  );
}
