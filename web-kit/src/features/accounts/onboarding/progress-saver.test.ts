import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Progress } from "./progress.ts";
import { ProgressSaver } from "./progress-saver.ts";

const at = (step: number): Progress => ({ step, documents: [] });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a minute of scrolling stays within half of what the server accepts", async () => {
  const sent: Progress[] = [];
  const saver = new ProgressSaver(async (progress) => sent.push(progress));
  for (let frame = 0; frame < 600; frame += 1) {
    saver.save(at(frame), "soon");
    // oxlint-disable-next-line no-await-in-loop -- time passes between the frames
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent.length).toBeLessThanOrEqual(30);
  expect(sent.at(-1)).toEqual(at(599));
});

test("saves one at a time, and the newest after it", async () => {
  const sent: number[] = [];
  const answers: (() => void)[] = [];
  const saver = new ProgressSaver(({ step }) => {
    sent.push(step);
    return new Promise<void>((done) => answers.push(done));
  });
  for (const step of [1, 2, 3]) saver.save(at(step), "now");
  expect(sent).toEqual([1]);
  answers[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([1, 3]);
});

test("keeps what could not be saved, unless something newer waits", async () => {
  const sent: number[] = [];
  let fails = true;
  const saver = new ProgressSaver(async ({ step }) => {
    sent.push(step);
    if (fails) throw new Error("offline");
  });
  saver.save(at(1), "now");
  await vi.advanceTimersByTimeAsync(0);
  fails = false;
  await saver.flush();
  expect(sent).toEqual([1, 1]);
});

test("saves nothing after the wizard is completed", async () => {
  const sent: number[] = [];
  const saver = new ProgressSaver(async ({ step }) => sent.push(step));
  saver.save(at(1), "soon");
  saver.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toEqual([]);
});
