import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { User, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useQuery } from "@tanstack/react-query";
import type { Conversation } from "../../api/message-types.ts";
import type { Me, Person } from "../../api/types.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { PersonName } from "../../ui/person-name.tsx";
import { CordSummary } from "../cords/cord-summary.tsx";
import { profileQuery } from "../profile/queries.ts";
import { GroupInfo } from "./group-info.tsx";
import { FORMER_MEMBER, otherPerson } from "./labels.ts";
import type { InfoPanelState } from "./use-info-panel.ts";

export interface InfoPanelProps {
  conversation: Conversation;
  me: Me;
  phone: boolean;
  info: InfoPanelState;
}

/** Details of the other person or of the group: a pane, an overlay, or a sheet on a phone. */
export function InfoPanel({ conversation, me, phone, info }: InfoPanelProps) {
  const content = <Details {...{ conversation, me }} />;
  if (phone) {
    return (
      <Dialog open title={t`Details`} onOpenChange={(open) => open || info.close()}>
        <div className="pb-6">{content}</div>
      </Dialog>
    );
  }
  return info.isPane ? (
    <aside
      aria-label={t`Details`}
      className="w-[288px] shrink-0 overflow-y-auto border-s border-line-soft px-6 pt-7 pb-6"
    >
      {content}
    </aside>
  ) : (
    <Overlay onClose={info.close}>{content}</Overlay>
  );
}

/** Covers the conversation in windows that are too narrow for three panes. */
function Overlay({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={t`Details`}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onClose();
      }}
      className="fixed end-2 top-14 bottom-2 z-20 w-[288px] animate-fade overflow-y-auto rounded-lg bg-raised px-6 pt-7 pb-6 shadow-e3 outline-none"
    >
      <IconButton
        label={t`Close details`}
        icon={<X size={18} aria-hidden />}
        className="absolute! end-3 top-3"
        onClick={onClose}
      />
      {children}
    </aside>
  );
}

function Details({ conversation, me }: { conversation: Conversation; me: Me }) {
  if (conversation.kind === "group") return <GroupInfo {...{ conversation, me }} />;
  const person = otherPerson(conversation, me.id);
  return person === null ? <FormerMember /> : <PersonInfo person={person} />;
}

function FormerMember() {
  return (
    <div className="flex flex-col items-center text-center">
      <Avatar name={FORMER_MEMBER} size={76} />
      <h3 className="mt-3 text-16 font-semibold">{FORMER_MEMBER}</h3>
      <p className="mt-1.5 text-13 text-ink-2">{t`This person has deleted their account. Earlier messages stay readable.`}</p>
    </div>
  );
}

function PersonInfo({ person }: { person: Person }) {
  const { data: profile } = useQuery({ ...profileQuery(person.userId), retry: false });
  const about = profile?.about ?? null;
  const facts = [about?.jobTitle, about?.location].filter(Boolean).join(", ");
  return (
    <div className="flex flex-col items-center text-center">
      <Avatar name={person.displayName} src={person.profilePicture} size={76} />
      <h3 className="mt-3 text-16 font-semibold">
        <PersonName name={person.displayName} />
      </h3>
      {person.handle !== null && (
        <p className="text-13 text-ink-3">
          <bdi>@{person.handle}</bdi>
        </p>
      )}
      <p className={clsx("text-13 text-ink-2", facts !== "" && "mt-1.5")}>{facts}</p>
      <ButtonLink
        to={`/profile/${person.handle ?? person.userId}`}
        icon={<User size={15} aria-hidden />}
        className="mt-4"
      >{t`Profile`}</ButtonLink>
      {/* There is no cord with a person who is blocked or whose profile is hidden. */}
      {profile !== undefined && !profile.viewer.isBlocked && (
        <div className="mt-6 w-full border-t border-line-soft pt-6 text-start">
          <CordSummary userId={person.userId} />
        </div>
      )}
    </div>
  );
}
