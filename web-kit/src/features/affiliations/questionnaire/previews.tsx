import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Affiliation, Questionnaire } from "../../../api/types.ts";
import { useBoot } from "../../../shell/app.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { portalLooksQuery } from "../../tenants/queries.ts";
import { FormPreview } from "./form-preview.tsx";

/** The form as applicants see it, on main and at the affiliation's portal, if it has one (F-046). */
export function Previews(props: { affiliation: Affiliation; questionnaire: Questionnaire }) {
  const boot = useBoot();
  const { data: portal = null } = useQuery({
    ...portalLooksQuery(props.affiliation.id, boot),
    enabled: props.affiliation.viewer.runsPortal,
  });
  const [open, setOpen] = useState<"main" | "whitelabel" | null>(null);
  const looks = open === "whitelabel" ? portal : { boot, css: "" };
  return (
    <div className="mt-5 flex flex-wrap gap-2">
      <Button onClick={() => setOpen("main")}>Preview (Main)</Button>
      {portal !== null && (
        <Button onClick={() => setOpen("whitelabel")}>Preview (Whitelabel)</Button>
      )}
      {open !== null && looks !== null && (
        <Dialog
          open
          title={open === "main" ? "Preview (Main)" : "Preview (Whitelabel)"}
          description={`What is saved, as applicants see it on ${looks.boot.brand.name}.`}
          className="md:w-[min(64rem,calc(100vw-2rem))]!"
          onOpenChange={() => setOpen(null)}
        >
          <FormPreview looks={looks} questionnaire={props.questionnaire} />
        </Dialog>
      )}
    </div>
  );
}
