import { queryOptions } from "@tanstack/react-query";
import { call } from "@guildhall/web-kit/api/client.ts";
import type {
  Affiliation,
  ChangeAffiliation,
  UrlPathAvailability,
} from "@guildhall/web-kit/api/types.ts";

const pagePath = (id: string) => `/api/affiliations/${id}`;

/** Updates the affiliation's page; an empty text is removed. */
export const changeAffiliation = (
  id: string,
  changes: ChangeAffiliation & { isPrivate?: boolean },
) => call<Affiliation>("PATCH", pagePath(id), { body: changes });

/** Availability of a URL path. The result is a hint: only saving reserves the path. */
export const urlPathQuery = (id: string, urlPath: string) =>
  queryOptions({
    queryKey: ["affiliations", "url-paths", id, urlPath],
    queryFn: ({ signal }) =>
      call<UrlPathAvailability>("GET", `${pagePath(id)}/url-paths/${encodeURIComponent(urlPath)}`, {
        signal,
      }),
    staleTime: 10_000,
  });

export function uploadLogo(id: string, file: File): Promise<Affiliation> {
  const form = new FormData();
  form.append("file", file);
  return call<Affiliation>("POST", `${pagePath(id)}/logo`, { body: form });
}

export const removeLogo = (id: string) => call<Affiliation>("DELETE", `${pagePath(id)}/logo`);
