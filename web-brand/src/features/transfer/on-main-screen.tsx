import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { useBoot } from "@guildhall/web-kit/shell/app.ts";
import { ReadingPage } from "@guildhall/web-kit/shell/reading-page.tsx";
import { Title } from "@guildhall/web-kit/shell/title.tsx";
import { buttonClass } from "@guildhall/web-kit/ui/button.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { useMe } from "@guildhall/web-kit/features/accounts/queries.ts";
import { mainDestination, switchTo } from "@guildhall/web-kit/features/transfer/switching.ts";

/**
 * Leads to a page that exists on the main site only (P-04, P-15, P-16). Members are transferred
 * with their session, visitors follow a link. If the transfer fails, the link stays.
 */
export function OnMainScreen() {
  const signedIn = useMe() !== null;
  const { mainOrigin } = useBoot();
  const { pathname, search } = useLocation();
  const path = pathname + search;
  useEffect(() => {
    if (signedIn) void switchTo(mainDestination, path);
    else location.replace(mainOrigin + path);
  }, [signedIn, mainOrigin, path]);
  return (
    <ReadingPage title={mainDestination.name}>
      <Title>{mainDestination.name}</Title>
      <EmptyState
        picture="stair"
        title={t`This page is on Guildhall`}
        text={t`It is not available on portals. You are being taken there.`}
        action={
          <a href={mainOrigin + path} className={buttonClass({})}>{t`Open it on Guildhall`}</a>
        }
      />
    </ReadingPage>
  );
}
