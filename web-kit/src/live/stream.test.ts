import { afterEach, expect, test, vi } from "vitest";
import { openPoll, readFrames } from "./stream.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const frame = (id: string, type: string) => `id: ${id}\ndata: {"type":"${type}"}\n\n`;

test("a finished stream is read without its keep-alives", () => {
  const text = `${frame("4", "hello")}event: keep-alive\ndata: {}\n\n${frame("5", "me.changed")}: x\n\n`;
  expect(readFrames(text)).toEqual([
    { id: "4", data: '{"type":"hello"}' },
    { id: "5", data: '{"type":"me.changed"}' },
  ]);
});

test("each poll resumes after the one before, until one fails", async () => {
  const answers = [frame("4", "hello") + frame("7", "position"), frame("9", "me.changed"), null];
  const requested: string[] = [];
  vi.stubGlobal("fetch", (url: URL) => {
    requested.push(url.pathname + url.search);
    const text = answers.shift();
    return Promise.resolve(
      text === null ? new Response("", { status: 503 }) : new Response(text ?? ""),
    );
  });
  const heard: string[] = [];
  let opened = 0;
  await new Promise<void>((failed) => {
    openPoll("/api/live?since=3&community=piers", {
      onOpen: () => {
        opened += 1;
      },
      onMessage: (_data, id) => heard.push(id),
      onAlive: () => undefined,
      onError: failed,
    });
  });
  expect(requested).toEqual([
    "/api/live?since=3&community=piers&poll=true",
    "/api/live?community=piers&poll=true&lastEventId=7",
    "/api/live?community=piers&poll=true&lastEventId=9",
  ]);
  expect([heard, opened]).toEqual([["4", "7", "9"], 1]);
});
