import { type KeyboardEvent, type PointerEvent, useState } from "react";

const steps: Readonly<Record<string, number | undefined>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  Home: -Infinity,
  End: Infinity,
};

/** The point of a chart that is read out, and the chart's event handlers; null if none is. */
export function useReadOut(length: number) {
  const [requested, setRequested] = useState<number | null>(null);
  const last = length - 1;
  const within = (index: number) => Math.min(last, Math.max(0, index));
  // The range may have become shorter than the previous index.
  const read = requested === null ? null : within(requested);
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (width > 0) setRequested(within(Math.round(((event.clientX - left) / width) * last)));
  };
  const listeners = {
    onPointerMove: point,
    onPointerDown: point,
    // A touch keeps its reading until the chart loses the focus.
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType === "mouse") setRequested(null);
    },
    onFocus: () => setRequested((before) => before ?? last),
    onBlur: () => setRequested(null),
    onKeyDown: (event: KeyboardEvent) => {
      const step = steps[event.key];
      if (event.key === "Escape") setRequested(null);
      if (step === undefined) return;
      event.preventDefault();
      setRequested(within((read ?? last) + step));
    },
  };
  return [read, listeners] as const;
}
