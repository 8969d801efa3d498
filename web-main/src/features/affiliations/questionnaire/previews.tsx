import { lazy, Suspense, useState } from "react";
import type { Affiliation } from "@guildhall/web-kit/api/types.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import type { PreviewedDoor } from "./preview-dialog.tsx";

const PreviewDialog = lazy(async () => ({
  default: (await import("./preview-dialog.tsx")).PreviewDialog,
}));

/**
 * The form as applicants see it on the main site and on the affiliation's portal, if any (F-046).
 */
export function Previews({ affiliation }: { affiliation: Affiliation }) {
  const [door, setDoor] = useState<PreviewedDoor | null>(null);
  return (
    <>
      <Button onClick={() => setDoor("main")}>Preview (Main)</Button>
      {affiliation.viewer.runsPortal && (
        <Button onClick={() => setDoor("whitelabel")}>Preview (Whitelabel)</Button>
      )}
      <Suspense>
        {door !== null && (
          <PreviewDialog {...{ affiliation, door }} onClose={() => setDoor(null)} />
        )}
      </Suspense>
    </>
  );
}
