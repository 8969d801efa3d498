import { plural, t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronLeft, Info, PanelRight, Search } from "lucide-react";
import { useNavigate } from "react-router";
import type { Conversation } from "../../api/message-types.ts";
import type { Me } from "../../api/types.ts";
import { keys } from "../../api/keys.ts";
import { useLiveState } from "../../live/use-live.ts";
import { formatClock } from "../../language/clock.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { VerifiedTick } from "../../ui/mark.tsx";
import { useOnline } from "../../ui/use-online.ts";
import { useNow } from "../posts/use-now.ts";
import { ConversationAvatar } from "./conversation-avatar.tsx";
import { ConversationMenu } from "./conversation-menu.tsx";
import { SEARCH_FIELD } from "./conversations-pane.tsx";
import { conversationTitle, otherPerson, presenceLabel } from "./labels.ts";
import { presenceQuery } from "./queries.ts";
import type { InfoPanelState } from "./use-info-panel.ts";

export interface ConversationHeadProps {
  conversation: Conversation;
  me: Me;
  phone: boolean;
  info: InfoPanelState;
}

export function ConversationHead({ conversation, me, phone, info }: ConversationHeadProps) {
  const navigate = useNavigate();
  // On a phone the list with the page's own heading is not on screen.
  const Heading = phone ? "h1" : "h2";
  const person = otherPerson(conversation, me.id);
  const title = conversationTitle(conversation, me.id);
  const subtitle = useSubtitle(conversation, me.id, phone);
  return (
    <header className="flex h-16 shrink-0 items-center gap-3 border-b border-line-soft px-6 max-md:gap-2 max-md:border-none max-md:px-2">
      {phone && (
        <IconButton
          label={t`Back`}
          size="touch"
          icon={<ChevronLeft size={22} className="rtl:-scale-x-100" />}
          onClick={() => void navigate("/messages")}
        />
      )}
      <ConversationAvatar {...{ conversation }} viewerId={me.id} size={36} />
      <div className="min-w-0 flex-1">
        <Heading className="flex items-center gap-1 text-15 leading-5 font-semibold max-md:text-16">
          <bdi className="truncate">{title}</bdi>
          {person?.isVerified === true && <VerifiedTick size={14} />}
        </Heading>
        {subtitle !== "" && <p className="truncate text-12 text-ink-3">{subtitle}</p>}
      </div>
      <div className="-me-2 flex gap-1 max-md:me-0">
        {!phone && (
          <IconButton
            label={t`Search messages`}
            icon={<Search size={17} aria-hidden />}
            onClick={() => document.getElementById(SEARCH_FIELD)?.focus()}
          />
        )}
        <ConversationMenu
          {...{ conversation, me }}
          touch={phone}
          {...(!phone && { className: "size-8!" })}
        />
        <IconButton
          label={t`Details`}
          size={phone ? "touch" : "md"}
          aria-pressed={info.isOpen}
          className="aria-pressed:bg-hover"
          icon={
            phone ? (
              <Info size={20} aria-hidden />
            ) : (
              <PanelRight size={17} aria-hidden className="rtl:-scale-x-100" />
            )
          }
          onClick={info.toggle}
        />
      </div>
    </header>
  );
}

/** "Northgate · Active 2 minutes ago", or the number of people in a group. */
function useSubtitle(conversation: Conversation, viewerId: string, phone: boolean): string {
  const now = useNow();
  const isOffline = useLiveState() === "waiting";
  const loadedAt = useLoadedAt(conversation.id);
  const { kind, participants, presence } = conversation;
  const person = otherPerson(conversation, viewerId);
  const seen = presence.find(({ userId }) => userId === person?.userId);
  useQuery({ ...presenceQuery(seen?.userId ?? ""), enabled: seen !== undefined });
  if (loadedAt !== null) {
    const time = formatClock(loadedAt);
    return t`Loaded at ${time}`;
  }
  if (kind === "group") {
    const count = participants.length;
    return count === 1 ? t`Only you` : plural(count, { one: "# person", other: "# people" });
  }
  // Without the live stream, presence is unknown.
  const active = isOffline ? null : presenceLabel(seen, now);
  const affiliation = phone && active !== null ? null : (person?.affiliationName ?? null);
  return [affiliation, active].filter((part) => part !== null).join(" · ");
}

/** The time of the displayed messages while there is no connection, otherwise null. */
function useLoadedAt(conversationId: string): number | null {
  const cache = useQueryClient();
  const online = useOnline();
  if (online) return null;
  return cache.getQueryState(keys.messageWindow(conversationId, null))?.dataUpdatedAt ?? null;
}
