import { queryOptions } from "@tanstack/react-query";
import { call, fetchFile } from "../../api/client.ts";
import type { DataExport } from "../../api/types.ts";

const POLL_MS = 3000;

/** The viewer's data export; polled while it is being created. */
export const exportQuery = queryOptions({
  queryKey: ["export"],
  queryFn: ({ signal }) => call<{ export: DataExport | null }>("GET", "/api/me/export", { signal }),
  refetchInterval: ({ state }) => (state.data?.export?.state === "waiting" ? POLL_MS : false),
});

export function requestExport(): Promise<DataExport> {
  return call<DataExport>("POST", "/api/me/export", { body: {} });
}

export function fetchExport(id: string): Promise<Blob> {
  return fetchFile(`/api/me/export/${id}`);
}

interface DeletionState {
  deletionDueAt: string | null;
}

export function requestDeletion(confirmation: string): Promise<DeletionState> {
  return call<DeletionState>("POST", "/api/me/deletion", { body: { confirmation } });
}

export function undoDeletion(): Promise<DeletionState> {
  return call<DeletionState>("DELETE", "/api/me/deletion");
}
