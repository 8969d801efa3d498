import { useEffect, useState } from "react";

/** Fields in this part of the window, from the bottom, are a composer. */
const COMPOSER_ZONE = 0.5;
/** A larger field is a page's content, such as the text of an article. */
const COMPOSER_HEIGHT_MAX = 200;
const GAP_PX = 12;

/**
 * The distance in pixels that a prompt keeps from the bottom, so that it does not cover a composer;
 * 0 without a composer.
 */
export function useClearance(): number {
  const [clearance, setClearance] = useState(composerClearance);
  useEffect(() => {
    let frame = 0;
    const measure = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setClearance(composerClearance()));
    };
    const observer = new MutationObserver(measure);
    observer.observe(document.body, { childList: true, subtree: true });
    addEventListener("resize", measure);
    addEventListener("focusout", measure);
    measure();
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      removeEventListener("resize", measure);
      removeEventListener("focusout", measure);
    };
  }, []);
  return clearance;
}

function composerClearance(): number {
  const tops = [...document.querySelectorAll("#main textarea")]
    .map((field) => field.getBoundingClientRect())
    .filter(({ top, height, bottom }) => {
      const isVisible = height > 0 && top < innerHeight && bottom > 0;
      return isVisible && height < COMPOSER_HEIGHT_MAX && top > innerHeight * COMPOSER_ZONE;
    })
    .map(({ top }) => top);
  return tops.length === 0 ? 0 : Math.max(0, innerHeight - Math.min(...tops) + GAP_PX);
}
