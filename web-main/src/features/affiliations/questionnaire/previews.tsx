import { t } from "@lingui/core/macro";
import { lazy, Suspense, useState } from "react";
import type { Affiliation } from "@guildhall/web-kit/api/types.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import type { PreviewSite } from "./use-site-looks.ts";

const PreviewDialog = lazy(async () => ({
  default: (await import("./preview-dialog.tsx")).PreviewDialog,
}));

/**
 * The form as applicants see it on the main site and on the affiliation's portal, if any (F-046).
 */
export function Previews({ affiliation }: { affiliation: Affiliation }) {
  const [site, setSite] = useState<PreviewSite | null>(null);
  return (
    <>
      <Button onClick={() => setSite("main")}>{t`Preview (Main)`}</Button>
      {affiliation.viewer.runsPortal && (
        <Button onClick={() => setSite("whitelabel")}>{t`Preview (Whitelabel)`}</Button>
      )}
      <Suspense>
        {site !== null && (
          <PreviewDialog {...{ affiliation, site }} onClose={() => setSite(null)} />
        )}
      </Suspense>
    </>
  );
}
