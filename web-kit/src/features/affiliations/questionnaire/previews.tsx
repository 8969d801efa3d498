import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Affiliation, Questionnaire } from "../../../api/types.ts";
import { useBoot } from "../../../shell/app.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { bootOf, brandOf, editedOf } from "../../tenants/brand/fields.ts";
import { brandQuery, ownTenantQuery } from "../../tenants/queries.ts";
import { FormPreview, type PreviewLooks } from "./form-preview.tsx";

/** The form as applicants see it, on main and at the affiliation's portal, if it has one (F-046). */
export function Previews(props: { affiliation: Affiliation; questionnaire: Questionnaire }) {
  const boot = useBoot();
  const portal = usePortalLooks(props.affiliation);
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

/** How the affiliation's portal looks: its published brand, or what is to become of it. */
function usePortalLooks(affiliation: Affiliation): PreviewLooks | null {
  const boot = useBoot();
  const { data: tenant } = useQuery(ownTenantQuery(affiliation.id));
  const brand = useQuery({ ...brandQuery(tenant?.id ?? ""), enabled: tenant != null });
  const document = brand.data?.published ?? (brand.data ? editedOf(brand.data) : null);
  if (tenant == null || document === null) return null;
  return { boot: bootOf(boot, tenant, brandOf(document, document)), css: document.css };
}
