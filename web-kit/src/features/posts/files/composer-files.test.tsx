import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { delay, http, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { refusalResponse } from "../../../testing/community-server.ts";
import { postFile } from "../../../testing/attachments.ts";
import { community, post } from "../../../testing/factories.ts";
import { servePages, server } from "../../../testing/open-page.tsx";
import { buildMember } from "../../../testing/people.ts";
import { openThread, servePosts, setOnline } from "../../../testing/post-server.ts";
import { draftKey, drafts } from "../drafts.ts";

servePages();

const me = buildMember({ id: "nadia" });
const place = draftKey(me.id, "cable");
const FILES = "/api/communities/bridges/files";
let posted: unknown[];
let uploads: number;

const pdf = (name: string, size = 12, type = "application/pdf") =>
  new File([new Uint8Array(size)], name, { type });
const MB = 1024 * 1024;

beforeEach(() => {
  act(() => drafts.write(place, { text: "", replyTo: null }));
  posted = [];
  uploads = 0;
  Object.assign(URL, { createObjectURL: () => "blob:shown", revokeObjectURL: vi.fn() });
  servePosts(me, community("bridges"), () => [post("aa")]);
  server.use(
    http.post(FILES, () => {
      uploads += 1;
      return HttpResponse.json(postFile(`file-${uploads}`), { status: 201 });
    }),
    http.post("/api/communities/:id/threads/:threadId/posts", async ({ request }) => {
      posted.push(await request.json());
      return HttpResponse.json(post("bb", { authorId: "nadia" }), { status: 201 });
    }),
  );
});
afterEach(() => setOnline(true));

const box = () => screen.findByRole("textbox", { name: "Write a post" });
const chooser = () => screen.findByLabelText("Files to attach");
const list = () => screen.findByRole("list", { name: "Files to post" });
const send = () => screen.getByRole("button", { name: "Post" });
const isReady = () => waitFor(() => expect(send()).toHaveProperty("disabled", false));

describe("files of a draft", () => {
  test("are uploaded at once and posted with the text", async () => {
    const { member } = openThread();
    await member.upload(await chooser(), [pdf("plan.pdf"), pdf("minutes.pdf")]);
    expect(within(await list()).getAllByRole("listitem")).toHaveLength(2);
    await member.type(await box(), "The plan");
    await isReady();
    await member.click(send());
    await waitFor(() =>
      expect(posted).toEqual([{ content: "The plan", fileIds: ["file-1", "file-2"] }]),
    );
    expect(screen.queryByRole("list", { name: "Files to post" })).toBeNull();
  });

  test("can be sent without text", async () => {
    const { member } = openThread();
    await member.upload(await chooser(), pdf("plan.pdf"));
    await isReady();
    await member.click(send());
    await waitFor(() => expect(posted).toEqual([{ content: "", fileIds: ["file-1"] }]));
  });

  test("delay the post and show their progress while uploading", async () => {
    server.use(
      http.post(FILES, async () => {
        await delay(80);
        return HttpResponse.json(postFile("slow"), { status: 201 });
      }),
    );
    const { member } = openThread();
    await member.type(await box(), "The plan");
    await member.upload(await chooser(), pdf("plan.pdf"));
    expect(await screen.findByRole("progressbar", { name: "Uploading plan.pdf" })).toBeDefined();
    expect(send()).toHaveProperty("disabled", true);
    await isReady();
  });

  test("can be removed, which moves the focus to the text", async () => {
    const { member } = openThread();
    await member.upload(await chooser(), pdf("plan.pdf"));
    await isReady();
    await member.click(screen.getByRole("button", { name: "Remove file-1.pdf" }));
    expect(screen.queryByRole("list", { name: "Files to post" })).toBeNull();
    expect(document.activeElement).toBe(await box());
  });

  test("are pasted and dropped next to pictures", async () => {
    let pictures = 0;
    server.use(
      http.post("/api/communities/bridges/images", () => {
        pictures += 1;
        const image = { id: "image", url: "/media/i.jpg", width: 4, height: 3, alt: null };
        return HttpResponse.json(image, { status: 201 });
      }),
    );
    openThread();
    fireEvent.paste(await box(), { clipboardData: { files: [pdf("pasted.pdf")] } });
    const picture = new File([new Uint8Array(9)], "crane.png", { type: "image/png" });
    const dataTransfer = { files: [pdf("dropped.pdf"), picture], types: ["Files"] };
    fireEvent.drop(await box(), { dataTransfer });
    await waitFor(() => expect([uploads, pictures]).toEqual([2, 1]));
  });

  test.each([
    ["of another type", [pdf("run.exe", 9, "")], "Only PDF, text, CSV and ZIP files can be added."],
    ["too large", [pdf("huge.pdf", 20 * MB + 1)], "A file may have at most 20 MB."],
    [
      "too many",
      ["a", "b", "c", "d", "e"].map((name) => pdf(`${name}.pdf`)),
      "A post may have at most 4 files",
    ],
  ])("that are %s are refused before the upload", async (_, files, words) => {
    openThread();
    fireEvent.drop(await box(), { dataTransfer: { files, types: ["Files"] } });
    expect(await screen.findByText(words)).toBeDefined();
    await waitFor(() => expect(uploads).toBe(files.length === 5 ? 4 : 0));
  });

  test("stay with the server's message if it refuses them, and are uploaded again", async () => {
    server.use(
      http.post(FILES, () => refusalResponse(422, "file-unreadable", "This file is empty"), {
        once: true,
      }),
    );
    const { member } = openThread();
    await member.type(await box(), "The plan");
    await member.upload(await chooser(), pdf("plan.pdf"));
    expect(await screen.findByText("This file is empty")).toBeDefined();
    expect(send()).toHaveProperty("disabled", true);
    await member.click(screen.getByRole("button", { name: "Upload plan.pdf again" }));
    await isReady();
    expect(screen.queryByText("This file is empty")).toBeNull();
  });

  test("are restored with the text of a refused post", async () => {
    server.use(
      http.post("/api/communities/:id/threads/:threadId/posts", () =>
        refusalResponse(403, "timed-out", "You are timed out"),
      ),
    );
    const { member } = openThread();
    await member.upload(await chooser(), pdf("plan.pdf"));
    await member.type(await box(), "The plan");
    await isReady();
    await member.click(send());
    expect(await screen.findByText("You are timed out")).toBeDefined();
    expect(within(await list()).getByRole("button", { name: "Remove file-1.pdf" })).toBeDefined();
  });

  test("wait with their post for a connection", async () => {
    const { member } = openThread();
    await member.upload(await chooser(), pdf("plan.pdf"));
    await member.type(await box(), "The plan");
    await isReady();
    setOnline(false);
    await member.click(send());
    const row = within(await screen.findByRole("article", { name: "You wrote" }));
    expect(row.getByRole("link", { name: /^Download file-1.pdf/ })).toBeDefined();
    setOnline(true);
    await waitFor(() => expect(posted).toEqual([{ content: "The plan", fileIds: ["file-1"] }]));
  });
});
