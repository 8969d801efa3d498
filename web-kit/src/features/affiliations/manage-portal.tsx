import { useQuery } from "@tanstack/react-query";
import { Palette } from "lucide-react";
import type { Affiliation } from "../../api/types.ts";
import { useApp } from "../../shell/app.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { useMe } from "../accounts/queries.ts";
import { ownTenantQuery } from "../tenants/queries.ts";
import { affiliationPath } from "./affiliation-badge.tsx";

/** The way to the portal's brand and domains, for those who run the affiliation; on main alone. */
export function ManagePortal({ affiliation }: { affiliation: Affiliation }) {
  const { boot } = useApp();
  const me = useMe();
  const { isAdmin, isCreator } = affiliation.viewer;
  const runs = boot.portal === null && me !== null && (isAdmin || isCreator);
  const { data } = useQuery({ ...ownTenantQuery(affiliation.id), enabled: runs });
  if (!runs || data == null) return null;
  return (
    <ButtonLink
      to={`${affiliationPath(affiliation)}/portal`}
      icon={<Palette size={15} aria-hidden />}
    >
      Portal and brand
    </ButtonLink>
  );
}
