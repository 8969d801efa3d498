import { t } from "@lingui/core/macro";
import { useLocation } from "react-router";
import { useBoot } from "../../shell/app.ts";
import { Title } from "../../shell/title.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { mainDestination, switchTo } from "../transfer/switching.ts";

/** A conversation that does not exist or is not visible on this site. */
export function ConversationMissing() {
  const { portal } = useBoot();
  const { pathname, search } = useLocation();
  const affiliation = portal?.affiliationName ?? "";
  return (
    <div className="grid flex-1 place-items-center overflow-y-auto py-8">
      <Title>{t`Conversation not found`}</Title>
      <EmptyState
        title={t`Conversation not found`}
        picture="stair"
        text={
          portal === null
            ? t`It does not exist, or you are not in it.`
            : t`Only conversations among members of ${affiliation} are shown here. It may be available on Guildhall.`
        }
        action={
          portal === null ? (
            <ButtonLink to="/messages">{t`Back to messages`}</ButtonLink>
          ) : (
            <>
              <ButtonLink to="/messages">{t`Back to messages`}</ButtonLink>
              <Button
                variant="primary"
                onClick={() => void switchTo(mainDestination, pathname + search)}
              >{t`Open on Guildhall`}</Button>
            </>
          )
        }
      />
    </div>
  );
}
