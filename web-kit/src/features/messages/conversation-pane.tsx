import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import type { Conversation } from "../../api/message-types.ts";
import { ProblemError } from "../../api/problem.ts";
import type { Me } from "../../api/types.ts";
import { cachedConversation } from "../../live/conversation-lists.ts";
import { Title } from "../../shell/title.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { QueryContent } from "../communities/query-content.tsx";
import { ConversationHead } from "./conversation-head.tsx";
import { ConversationMissing } from "./conversation-missing.tsx";
import { InfoPanel } from "./info-panel.tsx";
import { conversationTitle } from "./labels.ts";
import { LoadFailure } from "./load-failure.tsx";
import { MessageArea } from "./message-area.tsx";
import { conversationQuery } from "./queries.ts";
import { MessagesSkeleton } from "./skeletons.tsx";
import { useInfoPanel } from "./use-info-panel.ts";

export interface ConversationPaneProps {
  conversationId: string;
  /** The message at which to open. */
  around: string | null;
  me: Me;
  phone: boolean;
}

/** The second pane: one conversation, with details of the other person or the group. */
export function ConversationPane(props: ConversationPaneProps) {
  const { conversationId, phone } = props;
  const cache = useQueryClient();
  const query = useQuery({
    ...conversationQuery(conversationId),
    // The list has the same fields, so a conversation in it opens at once.
    placeholderData: () => cachedConversation(cache, conversationId),
  });
  // A conversation that the viewer may no longer see must not stay on screen.
  const isMissing = query.error instanceof ProblemError && query.error.status === 404;
  return (
    <QueryContent
      query={isMissing ? { ...query, data: undefined } : query}
      skeleton={
        <Frame phone={phone}>
          <Title>{t`Messages`}</Title>
          <MessagesSkeleton />
        </Frame>
      }
      renderFailure={(error, retry) => (
        <Frame phone={phone}>
          {isMissing ? (
            <ConversationMissing />
          ) : (
            <LoadFailure error={error} what="conversations" onRetry={retry} />
          )}
        </Frame>
      )}
    >
      {(conversation) => <OpenConversation {...props} conversation={conversation} />}
    </QueryContent>
  );
}

function OpenConversation(props: ConversationPaneProps & { conversation: Conversation }) {
  const { conversation, me, phone } = props;
  const info = useInfoPanel(phone);
  const title = conversationTitle(conversation, me.id);
  return (
    <>
      <Title>{title}</Title>
      <section
        aria-label={t`Conversation with ${title}`}
        data-pane="conversation"
        className="flex min-h-0 min-w-0 flex-1 flex-col max-md:bg-surface"
      >
        <ConversationHead {...{ conversation, me, phone, info }} />
        <MessageArea {...props} />
      </section>
      {info.isOpen && <InfoPanel {...{ conversation, me, phone, info }} />}
    </>
  );
}

/** Keeps the back button on a phone while a conversation is loading or not found. */
function Frame({ phone, children }: { phone: boolean; children: ReactNode }) {
  const navigate = useNavigate();
  return (
    <section aria-label={t`Conversation`} className="flex min-h-0 min-w-0 flex-1 flex-col">
      {phone && (
        <header className="flex h-14 shrink-0 items-center px-2 shadow-[0_1px_0_var(--line-soft)]">
          <h1 className="sr-only">{t`Messages`}</h1>
          <IconButton
            label={t`Back`}
            size="touch"
            icon={<ChevronLeft size={22} className="rtl:-scale-x-100" />}
            onClick={() => void navigate("/messages")}
          />
        </header>
      )}
      {children}
    </section>
  );
}
