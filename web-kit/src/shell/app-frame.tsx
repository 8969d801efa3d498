import { type ReactNode, useEffect, useState } from "react";
import type { Me } from "../api/types.ts";
import { useSendWaiting } from "../features/posts/use-outbox.ts";
import { useStoredResponses } from "../offline/use-stored-responses.ts";
import { GraceBanner } from "../features/second-factor/grace-banner.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { useAppBadge, useBadges } from "./badges.ts";
import { ContactHost } from "./contact/contact-host.tsx";
import { useHasSiteAccess } from "./portal-access.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { useNav } from "./nav-items.ts";
import { OfflineBanner } from "./offline-banner.tsx";
import { SearchButton } from "./search-button.tsx";
import { SearchHost } from "./search-host.tsx";
import { Shortcuts } from "./shortcuts/shortcuts.tsx";
import { applyTheme } from "./theme.ts";
import { TopBar } from "./top-bar.tsx";

/**
 * The header and bottom bar around a member's screen. The screen fills the rest and scrolls inside
 * itself.
 */
export function AppFrame({ me, children }: { me: Me; children: ReactNode }) {
  const waiting = useBadges(me);
  const belongs = useHasSiteAccess(me);
  const [shortcuts, setShortcuts] = useState(false);
  const ownId = belongs && me.viewedAs == null ? me.id : null;
  useAppBadge(me);
  useSendWaiting(ownId);
  useStoredResponses(ownId);
  useEffect(() => applyTheme(me.theme), [me.theme]);
  return (
    <div className="relative flex h-(--screen-height,100dvh) flex-col overflow-hidden bg-canvas">
      <OfflineBanner />
      <GraceBanner me={me} />
      <TopBar
        items={useNav("bar", me)}
        waiting={waiting}
        end={
          <>
            {belongs && <SearchButton />}
            <AccountMenu {...{ me, waiting }} onShortcuts={() => setShortcuts(true)} />
          </>
        }
      />
      <main
        id="main"
        tabIndex={-1}
        className="flex min-h-0 flex-1 flex-col outline-none md:[[data-chrome=brand]_&]:pt-2 md:[[data-chrome=deep]_&]:pt-2"
      >
        {children}
      </main>
      <BottomBar me={me} waiting={waiting} />
      {belongs && <SearchHost me={me} onShortcuts={() => setShortcuts(true)} />}
      {belongs && <ContactHost />}
      <Shortcuts {...{ me }} open={shortcuts} onOpenChange={setShortcuts} />
    </div>
  );
}
