import { t } from "@lingui/core/macro";
import { MessageCircle } from "lucide-react";
import { type KeyboardEvent, lazy, Suspense } from "react";
import { useMatch, useNavigate, useParams, useSearchParams } from "react-router";
import type { Me } from "../../api/types.ts";
import { useLive } from "../../live/use-live.ts";
import { Title } from "../../shell/title.tsx";
import { useIsDesktop } from "../../shell/use-is-desktop.ts";
import { useMe } from "../accounts/queries.ts";
import { ConversationPane } from "./conversation-pane.tsx";
import { ConversationsPane } from "./conversations-pane.tsx";

const NewConversationDialog = lazy(async () => ({
  default: (await import("./new-conversation-dialog.tsx")).NewConversationDialog,
}));

/** Messages: the list and the open conversation, side by side where there is space. */
export function MessagesScreen() {
  const me = useMe();
  return me === null ? null : <Panes me={me} />;
}

function Panes({ me }: { me: Me }) {
  const { conversationId = null } = useParams();
  const [search] = useSearchParams();
  const phone = !useIsDesktop();
  const navigate = useNavigate();
  const isNew = useMatch("/messages/new") !== null;
  useLive(me.id);
  const around = search.get("around");
  return (
    <div
      onKeyDown={useEscape(conversationId)}
      className="flex min-h-0 flex-1 max-md:flex-col max-md:bg-surface"
    >
      {(conversationId === null || !phone) && (
        <ConversationsPane
          {...{ me, phone }}
          selectedId={conversationId}
          onNew={() => void navigate("/messages/new")}
        />
      )}
      {conversationId !== null && (
        <div className="flex min-h-0 min-w-0 flex-1 overflow-hidden md:sheet md:me-2 md:mb-2">
          <ConversationPane
            key={`${conversationId}/${around ?? ""}`}
            {...{ conversationId, around, me, phone }}
          />
        </div>
      )}
      {conversationId === null && (
        <>
          <Title>{t`Messages`}</Title>
          <NoneOpen />
        </>
      )}
      <Suspense>
        {isNew && (
          <NewConversationDialog
            me={me}
            to={search.get("to")}
            onClose={() => void navigate("/messages", { replace: true })}
          />
        )}
      </Suspense>
    </div>
  );
}

function NoneOpen() {
  return (
    <section
      aria-label={t`Conversation`}
      className="sheet me-2 mb-2 grid min-w-0 flex-1 place-items-center text-center max-md:hidden"
    >
      <div>
        <MessageCircle size={24} aria-hidden className="mx-auto text-ink-3" />
        <p className="mt-2 text-15 font-semibold">{t`Choose a conversation`}</p>
        <p className="mt-0.5 text-13 text-ink-3">{t`Its messages will open here.`}</p>
      </div>
    </section>
  );
}

/** Escape moves the focus from the conversation to its row in the list. */
function useEscape(conversationId: string | null) {
  const navigate = useNavigate();
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "Escape" || event.defaultPrevented || conversationId === null) return;
    // React also delivers events of dialogs and menus here, which are rendered outside this
    // element.
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return;
    if (event.target.closest('[data-pane="conversations"]') !== null) return;
    const row = document.querySelector<HTMLElement>(
      '[data-pane="conversations"] [data-roving][tabindex="0"]',
    );
    if (row?.checkVisibility() === true) row.focus();
    else void navigate("/messages");
  };
}
