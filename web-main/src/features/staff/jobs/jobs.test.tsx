import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { StaffJob, Workers } from "@guildhall/web-kit/api/staff-role-types.ts";
import { reportsAt } from "@guildhall/web-kit/testing/community-server.ts";
import { openPage, servePages, server } from "@guildhall/web-kit/testing/open-page.tsx";
import { buildMember } from "@guildhall/web-kit/testing/people.ts";
import { buildStaffOverview } from "../../../testing/staff.ts";
import { staffRoutes } from "../routes.tsx";

servePages();

const JOB: StaffJob = {
  id: "j1",
  kind: "notify-members",
  state: "failed",
  attempts: 5,
  maxAttempts: 5,
  lastError: "the mail server refused the connection",
  createdAt: "2026-11-20T10:00:00Z",
  runAt: "2026-11-20T11:00:00Z",
  finishedAt: null,
};

const WORKERS: Workers = {
  workers: [
    {
      id: "w1",
      host: "worker-1",
      startedAt: "2026-11-20T10:00:00Z",
      lastSeenAt: "2026-11-29T10:00:00Z",
      lastCompletedAt: null,
      completedJobs: 1204,
      isAlive: true,
    },
  ],
  queue: { due: 2, scheduled: 3, running: 1, failed: 7, oldestDueAt: "2026-11-29T10:00:00Z" },
  kinds: ["mail", "notify-members"],
};

let jobs: StaffJob[];
let workers: Workers;
let queries: string[];

beforeEach(() => {
  jobs = [JOB];
  workers = WORKERS;
  queries = [];
  server.use(
    http.get("/api/me", () => HttpResponse.json(buildMember({ isStaff: true }))),
    http.get("/api/staff/overview", () => HttpResponse.json(buildStaffOverview())),
    http.get("/api/staff/reports", () => HttpResponse.json(reportsAt([], "open"))),
    http.get("/api/staff/workers", () => HttpResponse.json(workers)),
    http.get("/api/staff/jobs", ({ request }) => {
      queries.push(new URL(request.url).search);
      return HttpResponse.json({ items: jobs, nextCursor: null });
    }),
  );
});

const open = () => openPage("/staff/jobs", ({ cache }) => staffRoutes(cache));

describe("jobs", () => {
  test("that failed show the reason, and are retried", async () => {
    server.use(
      http.post("/api/staff/jobs/j1/retry", async ({ request }) => {
        expect(await request.json()).toEqual({});
        jobs = [];
        return HttpResponse.json({ ...JOB, state: "waiting" });
      }),
    );
    const { member } = open();
    const table = await screen.findByRole("table", { name: "Jobs" });
    expect(within(table).getByText("the mail server refused the connection")).toBeDefined();
    expect(within(table).getByText("5 of 5")).toBeDefined();
    await member.click(within(table).getByRole("button", { name: "Retry Notify members" }));
    expect(await screen.findByText("The job is queued again")).toBeDefined();
    expect(await screen.findByText("No failed jobs")).toBeDefined();
  });

  test("that someone else has retried show the server's refusal", async () => {
    server.use(
      http.post("/api/staff/jobs/j1/retry", () =>
        HttpResponse.json(
          { status: 409, code: "job-not-failed", detail: "This job has not failed." },
          { status: 409 },
        ),
      ),
    );
    const { member } = open();
    await member.click(await screen.findByRole("button", { name: "Retry Notify members" }));
    expect(await screen.findByText("This job has not failed.")).toBeDefined();
  });

  test("are shown by state, with counts, and by kind", async () => {
    jobs = [];
    const { member, address } = open();
    expect(await screen.findByText("No failed jobs")).toBeDefined();
    expect(await screen.findByRole("button", { name: /^Failed ?7$/ })).toBeDefined();
    await member.click(screen.getByRole("button", { name: /^Queued ?5$/ }));
    expect(await screen.findByText("No queued jobs")).toBeDefined();
    await waitFor(() => expect(queries.at(-1)).toBe("?state=queued"));
    await member.selectOptions(
      screen.getByRole("combobox", { name: "Kind of job" }),
      "Notify members",
    );
    await waitFor(() => expect(queries.at(-1)).toBe("?state=queued&kind=notify-members"));
    expect(address()).toBe("/staff/jobs?state=queued&kind=notify-members");
    await member.click(screen.getByRole("button", { name: /^Running ?1$/ }));
    expect(await screen.findByText("No running jobs")).toBeDefined();
  });
});

describe("worker health", () => {
  test("lists the workers and the oldest due job", async () => {
    open();
    const table = await screen.findByRole("table", { name: "Workers" });
    expect(within(table).getByRole("row", { name: /worker-1.*1,204.*Running/ })).toBeDefined();
    expect(screen.getByText(/The oldest due job was due/)).toBeDefined();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("warns if no worker is running", async () => {
    workers = { ...WORKERS, workers: WORKERS.workers.map((one) => ({ ...one, isAlive: false })) };
    open();
    expect((await screen.findByRole("alert")).textContent).toContain("No worker is running");
    expect(screen.getByText("Not responding")).toBeDefined();
  });

  test("shows an error with a retry", async () => {
    server.use(
      http.get("/api/staff/workers", () =>
        HttpResponse.json({ status: 500, code: "x", detail: "No answer" }, { status: 500 }),
      ),
    );
    open();
    expect(await screen.findByText("No answer")).toBeDefined();
    expect(screen.getByRole("button", { name: "Try Again" })).toBeDefined();
  });
});
