import { queryOptions } from "@tanstack/react-query";
import { call } from "@guildhall/web-kit/api/client.ts";
import type { SetupChecklist, SetupStep } from "@guildhall/web-kit/api/staff-types.ts";
import { staffKey } from "../queries.ts";

const pollMs = 1000;

/** The setup checklist; polled while a test email is being sent. */
export const setupQuery = queryOptions({
  queryKey: [...staffKey, "setup"],
  queryFn: ({ signal }) => call<SetupChecklist>("GET", "/api/staff/setup", { signal }),
  refetchOnMount: "always",
  refetchInterval: ({ state }) => (state.data?.testEmail?.state === "sending" ? pollMs : false),
});

export const skipStep = (step: SetupStep, skipped: boolean) =>
  call<SetupChecklist>("PUT", `/api/staff/setup/${step}`, { body: { skipped } });

export const sendTestEmail = () => call<SetupChecklist>("POST", "/api/staff/test-email");
