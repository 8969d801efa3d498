import type { Page } from "@playwright/test";

/** What was seen of a thread while it was scrolled, frame by frame. */
export interface Scrolled {
  /** The numbers of the posts that were in the page, in the order they came into view. */
  seen: number[];
  /** The most posts that were in the page at once. */
  mostRows: number;
  /** Whether the posts in the page ever stood in another order than theirs. */
  disordered: boolean;
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

/** Scrolls a thread, and looks at it in every frame. */
export function scrollThread(page: Page, { direction, step, most = Infinity }: Way) {
  return page.getByRole("feed", { name: "Posts" }).evaluate(
    (feed, { by, atMost }) =>
      new Promise<Scrolled>((done) => {
        const box = feed.parentElement?.parentElement;
        if (!box) throw new Error("the feed scrolls in nothing");
        const seen = new Set<number>();
        const frames: number[] = [];
        let mostRows = 0;
        let disordered = false;
        let still = 0;
        let last = performance.now();
        const look = () => {
          const numbers = [...feed.querySelectorAll("article")].map((article) =>
            Number(/Post (\d+)\./.exec(article.textContent)?.[1]),
          );
          for (const number of numbers) seen.add(number);
          mostRows = Math.max(mostRows, numbers.length);
          disordered ||= numbers.some((number, at) => at > 0 && number <= (numbers[at - 1] ?? 0));
        };
        const frame = (now: number) => {
          frames.push(now - last);
          last = now;
          look();
          const before = box.scrollTop;
          box.scrollTop = before + by;
          const rests = box.scrollTop === before && feed.getAttribute("aria-busy") === "false";
          still = rests ? still + 1 : 0;
          // Twenty frames at the end: longer than a page takes to be asked for.
          if (still < 20 && frames.length < atMost) requestAnimationFrame(frame);
          else done({ seen: [...seen], mostRows, disordered, frames: frames.slice(1) });
        };
        requestAnimationFrame(frame);
      }),
    { by: direction === "up" ? -step : step, atMost: most },
  );
}

/** How smooth it was, in words for the report. A busy machine is slow, so nothing is decided by it. */
export function smoothness({ frames }: Scrolled): string {
  const sorted = frames.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
  const inTime = frames.filter((frame) => frame < 17.5).length / frames.length;
  const rate = (1000 * frames.length) / frames.reduce((sum, frame) => sum + frame, 0);
  return (
    `${frames.length} frames, ${rate.toFixed(1)} a second, ${(inTime * 100).toFixed(1)} % in time; ` +
    `median ${at(0.5)} ms, 95 % within ${at(0.95)} ms, 99 % within ${at(0.99)} ms, longest ${at(1)} ms`
  );
}
