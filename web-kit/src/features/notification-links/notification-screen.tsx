import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import { useLoaderData, useLocation } from "react-router";
import { loadPage } from "../../shell/load-page.ts";
import { ReadingPage } from "../../shell/reading-page.tsx";
import { Title } from "../../shell/title.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { NotificationTarget } from "../notifications/contract.ts";
import { mainDestination, switchTo } from "../transfer/switching.ts";

/** Shown while a member is transferred to the site of the subject, and if that fails. */
export function NotificationScreen() {
  const target = useLoaderData<NotificationTarget>();
  const { pathname } = useLocation();
  useEffect(() => openElsewhere(target, pathname), [target, pathname]);
  return (
    <ReadingPage title={t`Notification`} width="narrow" back="/activity">
      <Title>{t`Notification`}</Title>
      <EmptyState
        className="py-12"
        heading="h1"
        title={t`This notification is on another site`}
        text={t`You stay signed in when you go there.`}
        action={
          <Button
            variant="primary"
            onClick={() => openElsewhere(target, pathname)}
          >{t`Open the notification`}</Button>
        }
      />
    </ReadingPage>
  );
}

/** Transfers the session to the main site; a portal is opened with the session that it has. */
function openElsewhere({ site, url }: NotificationTarget, notificationPath: string): void {
  if (site === "main") void switchTo(mainDestination, notificationPath);
  else if (url !== null) loadPage(url);
}
