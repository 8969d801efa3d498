import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import type { Affiliation } from "../../api/types.ts";
import { toast } from "../../ui/toast-store.ts";
import { useMe } from "../accounts/queries.ts";
import { affiliationPath } from "./affiliation-badge.tsx";
import { affiliationQuery, type AffiliationView, visibleAffiliation } from "./queries.ts";

/**
 * Leaves the page of a public affiliation that disappears while it is open (F-033). If only its URL
 * path changed, the page moves to the new one, and a page below it (such as a tab of its admin
 * area) moves to the same page there.
 */
export function useRemovedAffiliation(affiliation: AffiliationView): void {
  const { idOrPath = "" } = useParams();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isSignedIn = useMe() !== null;
  const shown = useRef<{ idOrPath: string; affiliation: Affiliation } | null>(null);
  useEffect(() => {
    const visible = visibleAffiliation(affiliation);
    const before = shown.current;
    shown.current = visible === null ? null : { idOrPath, affiliation: visible };
    if (visible !== null || before === null || before.idOrPath !== idOrPath) return;
    // A former member of a private affiliation loses access to a page that still exists.
    if (before.affiliation.isPrivate) return;
    const { id } = before.affiliation;
    void cache
      .fetchQuery({ ...affiliationQuery(id), staleTime: 0 })
      .catch(() => null)
      .then((found) => {
        const moved = visibleAffiliation(found);
        if (moved !== null) return navigate(movedPath(pathname, moved), { replace: true });
        toast.error(t`This affiliation no longer exists or has been removed`);
        return navigate(isSignedIn ? "/network" : "/", { replace: true });
      });
  }, [affiliation, idOrPath, cache, navigate, pathname, isSignedIn]);
}

/** The address of the same page below an affiliation's new path: `/affiliation/OLD/manage/page`. */
function movedPath(pathname: string, moved: Affiliation): string {
  const below = pathname.split("/").slice(3);
  return [affiliationPath(moved), ...below].join("/");
}
