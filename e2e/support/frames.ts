import type { Page } from "@playwright/test";
import { items, part } from "./http.ts";

/** Timeout in milliseconds without new posts while the thread is still moving. */
const PATIENCE_MS = 30_000;

/** Interval in milliseconds of the check that the page is being drawn. */
const WATCH_MS = 4000;

/** Chromium's name of the thread for scripts and layout. */
const PAGE_THREAD = "CrRendererMain";

/** Observations of a thread while it was scrolled, frame by frame. */
export interface Scrolled {
  /** Numbers of the rendered posts, in the order in which they appeared. */
  seen: number[];
  /** Maximum number of posts rendered at once. */
  mostRows: number;
  /** True if rendered posts were ever out of order. */
  disordered: boolean;
  /** Maximum unexpected movement of the visible posts, in pixels. */
  shifted: number;
  /** Duration of each frame in milliseconds. */
  frames: number[];
}

export interface ScrollMode {
  direction: "up" | "down";
  /** Pixels per frame. */
  step: number;
  /** Maximum number of frames; without it, until no more posts appear. */
  most?: number;
}

/** Scrolls a thread or a conversation and observes it in every frame. Fails if it never stops moving. */
export async function scrollThread(page: Page, way: ScrollMode): Promise<Scrolled> {
  const watch = setInterval(() => {
    // The page may have been closed in the meantime.
    void keepDrawing(page).catch(() => undefined);
  }, WATCH_MS);
  try {
    return await scrolled(page, way);
  } finally {
    clearInterval(watch);
  }
}

/**
 * Chromium's headless shell occasionally stops drawing a page that is scrolled for long: scripts
 * run, but the compositor waits for tiles. Drawing another page of the process resumes it.
 */
async function keepDrawing(page: Page): Promise<void> {
  const isDrawn = await page.evaluate(() => {
    const { framesDrawn = 0, framesWatched = -1 } = globalThis;
    globalThis.framesWatched = framesDrawn;
    return framesDrawn !== framesWatched;
  });
  if (isDrawn) return;
  const other = await page.context().newPage();
  await other.evaluate(() => new Promise(requestAnimationFrame));
  await other.close();
}

function scrolled(page: Page, { direction, step, most = Infinity }: ScrollMode) {
  return page.getByRole("feed").evaluate(
    (feed, { by, atMost, patience }) =>
      new Promise<Scrolled>((done, fail) => {
        const box = feed.parentElement?.parentElement;
        if (!box) throw new Error("the feed scrolls in nothing");
        const seen = new Set<number>();
        const frames: number[] = [];
        let mostRows = 0;
        let disordered = false;
        let still = 0;
        let shifted = 0;
        let read: { post: Element; expected: number } | null = null;
        let last = performance.now();
        let lastNew = last;
        const look = () => {
          const numbers = [...feed.querySelectorAll("article")].map((article) =>
            Number(/Post (\d+)\./.exec(article.textContent)?.[1]),
          );
          const known = seen.size;
          for (const number of numbers) seen.add(number);
          if (seen.size > known) lastNew = last;
          mostRows = Math.max(mostRows, numbers.length);
          disordered ||= numbers.some((number, at) => at > 0 && number <= (numbers[at - 1] ?? 0));
        };
        const middle = () => {
          const { top, height } = box.getBoundingClientRect();
          return document.elementFromPoint(innerWidth * 0.7, top + height / 2)?.closest("article");
        };
        const frame = (now: number) => {
          frames.push(now - last);
          globalThis.framesDrawn = (globalThis.framesDrawn ?? 0) + 1;
          last = now;
          look();
          if (read?.post.isConnected === true) {
            const moved = Math.abs(read.post.getBoundingClientRect().top - read.expected);
            shifted = Math.max(shifted, moved);
          }
          const before = box.scrollTop;
          const post = middle();
          const top = post?.getBoundingClientRect().top ?? 0;
          box.scrollTop = before + by;
          read = post ? { post, expected: top - (box.scrollTop - before) } : null;
          const rests = box.scrollTop === before && feed.getAttribute("aria-busy") === "false";
          still = rests ? still + 1 : 0;
          if (atMost === Infinity && now - lastNew > patience) {
            const where = `from ${before} to ${box.scrollTop} of ${box.scrollHeight} px`;
            const busy = feed.getAttribute("aria-busy");
            fail(new Error(`no rest after ${seen.size} posts, ${where}, aria-busy ${busy}`));
            return;
          }
          // Twenty frames at the end: longer than loading a page takes.
          if (still < 20 && frames.length < atMost) requestAnimationFrame(frame);
          else done({ seen: [...seen], mostRows, disordered, shifted, frames: frames.slice(1) });
        };
        requestAnimationFrame(frame);
      }),
    { by: direction === "up" ? -step : step, atMost: most, patience: PATIENCE_MS },
  );
}

/** The frame rate as text for the report. It depends on the machine's load and is not asserted. */
export function smoothness({ frames, shifted }: Scrolled): string {
  const rate = (1000 * frames.length) / frames.reduce((sum, frame) => sum + frame, 0);
  const pace = `${frames.length} frames, ${rate.toFixed(1)} a second: ${spread(frames)}`;
  return `${pace}; what was read moved by itself by ${shifted.toFixed(1)} px at most`;
}

/**
 * The CPU time of the page's thread for each frame of a trace, independent of other processes. At
 * sixty frames per second, a frame has 16.7 ms.
 */
export function workPerFrame(trace: Buffer): string {
  const events = tasksIn(JSON.parse(trace.toString()));
  const frames = events.filter(({ name }) => name === "FireAnimationFrame").map(({ ts }) => ts);
  const work = frames.map(() => 0);
  for (const { name, ts, tdur } of events) {
    const frame = frames.findLastIndex((begins) => begins <= ts);
    if (name === "RunTask" && frame !== -1) work[frame] = (work[frame] ?? 0) + tdur / 1000;
  }
  return `${work.length} frames: ${spread(work)}`;
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
  return `median ${at(0.5)} ms, 95 % within ${at(0.95)} ms, 99 % within ${at(0.99)} ms, longest ${at(1)} ms`;
}

/** Tasks of the page's thread in chronological order. */
function tasksIn(trace: unknown) {
  const events = items({ items: part(trace, "traceEvents") });
  const threads = new Set(
    events
      .filter(({ name, args }) => name === "thread_name" && part(args, "name") === PAGE_THREAD)
      .map(threadOf),
  );
  return events
    .filter((event) => threads.has(threadOf(event)))
    .map(({ name, ts, tdur }) => ({ name, ts: Number(ts ?? 0), tdur: Number(tdur ?? 0) }))
    .toSorted((a, b) => a.ts - b.ts);
}

function threadOf({ pid, tid }: Record<string, unknown>): string {
  return `${String(pid)}/${String(tid)}`;
}

declare global {
  // In the scrolled page: the number of frames drawn, and their number at the last check.
  var framesDrawn: number | undefined;
  var framesWatched: number | undefined;
}
