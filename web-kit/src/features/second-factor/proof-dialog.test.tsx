import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { call } from "../../api/client.ts";
import { openPage, server, servePages } from "../../testing/open-page.tsx";
import { buildMember } from "../../testing/people.ts";
import { ProofDialog } from "./proof-dialog.tsx";
import { useProof } from "./use-proof.ts";

servePages();
beforeEach(() => server.use(http.get("/api/me", () => HttpResponse.json(buildMember()))));

function Page() {
  const { withProof, requested } = useProof();
  const [words, setWords] = useState("");
  const change = async () => {
    try {
      await withProof(() => call("POST", "/api/change"));
      setWords("Changed");
    } catch (error) {
      setWords(error instanceof Error ? error.name : "");
    }
  };
  return (
    <main>
      <button type="button" onClick={() => void change()}>
        Change it
      </button>
      <p>{words}</p>
      <ProofDialog requested={requested} />
    </main>
  );
}

const reason = "For security, you must sign in again before changing this.";

function refusal(status: number, code: string, detail: string, field?: string) {
  const errors = field === undefined ? [] : [{ field, code, message: detail }];
  return HttpResponse.json({ status, code, detail, errors }, { status });
}

/** A server that requires step-up authentication and accepts one password. */
function serveProof() {
  let proven = false;
  server.use(
    http.post("/api/change", () =>
      proven ? new HttpResponse(null, { status: 204 }) : refusal(403, "proof-required", reason),
    ),
    http.post("/api/identity/prove", async ({ request }) => {
      proven = JSON.stringify(await request.json()) === '{"password":"Bridges2026"}';
      return proven
        ? new HttpResponse(null, { status: 204 })
        : refusal(422, "current-password-incorrect", "Current password is incorrect", "password");
    }),
  );
}

test("repeats a refused action after step-up authentication", async () => {
  serveProof();
  const { member } = openPage("/", () => [{ index: true, element: <Page /> }]);
  await member.click(await screen.findByRole("button", { name: "Change it" }));
  expect(await screen.findByText(reason)).toBeTruthy();
  await member.type(screen.getByLabelText("Password"), "not-it");
  await member.click(screen.getByRole("button", { name: "Confirm" }));
  expect(await screen.findByText("Current password is incorrect")).toBeTruthy();
  await member.clear(screen.getByLabelText("Password"));
  await member.type(screen.getByLabelText("Password"), "Bridges2026");
  await member.click(screen.getByRole("button", { name: "Confirm" }));
  expect(await screen.findByText("Changed")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("cancelling the step-up authentication runs nothing", async () => {
  serveProof();
  const { member } = openPage("/", () => [{ index: true, element: <Page /> }]);
  await member.click(await screen.findByRole("button", { name: "Change it" }));
  await member.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("ProofGivenUp")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
