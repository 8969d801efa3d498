import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import type { Affiliation, ChangeAffiliation, UrlPathAvailability } from "../../../api/types.ts";

const at = (id: string) => `/api/affiliations/${id}`;

/** Changes what the page says; what is empty is taken away. */
export const changeAffiliation = (id: string, changes: ChangeAffiliation) =>
  call<Affiliation>("PATCH", at(id), { body: changes });

/** Whether a path is free for an affiliation; only saving decides. */
export const urlPathQuery = (id: string, urlPath: string) =>
  queryOptions({
    queryKey: ["affiliations", "url-paths", id, urlPath],
    queryFn: ({ signal }) =>
      call<UrlPathAvailability>("GET", `${at(id)}/url-paths/${encodeURIComponent(urlPath)}`, {
        signal,
      }),
    staleTime: 10_000,
  });

export function uploadLogo(id: string, file: File): Promise<Affiliation> {
  const form = new FormData();
  form.append("file", file);
  return call<Affiliation>("POST", `${at(id)}/logo`, { body: form });
}

export const removeLogo = (id: string) => call<Affiliation>("DELETE", `${at(id)}/logo`);
