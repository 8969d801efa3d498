import type { Page } from "@playwright/test";
import { items, part } from "./http.ts";

/** How long nothing new may be seen while it does not come to rest, in milliseconds. */
const PATIENCE_MS = 30_000;

/** How often it is looked whether the page is drawn at all, in milliseconds. */
const WATCH_MS = 4000;

/** As Chromium calls the thread that a page's scripts and layout run on. */
const PAGE_THREAD = "CrRendererMain";

/** What was seen of a thread while it was scrolled, frame by frame. */
export interface Scrolled {
  /** The numbers of the posts that were in the page, in the order they came into view. */
  seen: number[];
  /** The most posts that were in the page at once. */
  mostRows: number;
  /** Whether the posts in the page ever stood in another order than theirs. */
  disordered: boolean;
  /** How far what was read moved otherwise than it was scrolled, at most, in pixels. */
  shifted: number;
  /** How long each frame took, in milliseconds. */
  frames: number[];
}

export interface Way {
  direction: "up" | "down";
  /** Pixels a frame. */
  step: number;
  /** Frames at most; until nothing more comes when left out. */
  most?: number;
}

/** Scrolls a thread, and looks at it in every frame. Fails of one that never comes to rest. */
export async function scrollThread(page: Page, way: Way): Promise<Scrolled> {
  const watch = setInterval(() => {
    // It may be over meanwhile, and the page closed.
    void keepDrawing(page).catch(() => undefined);
  }, WATCH_MS);
  try {
    return await scrolled(page, way);
  } finally {
    clearInterval(watch);
  }
}

/**
 * Chromium's headless shell now and then stops drawing a page that is scrolled for long: its scripts run, and its
 * compositor waits for tiles that nobody draws. It goes on as soon as another page of the process is drawn.
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

function scrolled(page: Page, { direction, step, most = Infinity }: Way) {
  return page.getByRole("feed", { name: "Posts" }).evaluate(
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
          // Twenty frames at the end: longer than a page takes to be asked for.
          if (still < 20 && frames.length < atMost) requestAnimationFrame(frame);
          else done({ seen: [...seen], mostRows, disordered, shifted, frames: frames.slice(1) });
        };
        requestAnimationFrame(frame);
      }),
    { by: direction === "up" ? -step : step, atMost: most, patience: PATIENCE_MS },
  );
}

/** How smooth it was, in words for the report. A busy machine is slow, so nothing is decided by it. */
export function smoothness({ frames, shifted }: Scrolled): string {
  const rate = (1000 * frames.length) / frames.reduce((sum, frame) => sum + frame, 0);
  const pace = `${frames.length} frames, ${rate.toFixed(1)} a second: ${spread(frames)}`;
  return `${pace}; what was read moved by itself by ${shifted.toFixed(1)} px at most`;
}

/**
 * What the page's thread had to do for each frame of a trace, in time of its own: other programs on
 * the machine do not count. A frame of sixty a second has 16.7 ms.
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

/** What the thread of the page did, in the order of time. */
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
  // Of the page that is scrolled: how many frames there were, and how many when it was last looked.
  var framesDrawn: number | undefined;
  var framesWatched: number | undefined;
}
