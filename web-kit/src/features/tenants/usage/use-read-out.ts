import { type KeyboardEvent, type PointerEvent, useState } from "react";

const steps: Readonly<Record<string, number | undefined>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  Home: -Infinity,
  End: Infinity,
};

/** Which of so many points is read out, and what the chart listens to; null while none is. */
export function useReadOut(length: number) {
  const [asked, setAsked] = useState<number | null>(null);
  const last = length - 1;
  const within = (index: number) => Math.min(last, Math.max(0, index));
  // A shorter span may have come in the place of the one that was read.
  const read = asked === null ? null : within(asked);
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (width > 0) setAsked(within(Math.round(((event.clientX - left) / width) * last)));
  };
  const listeners = {
    onPointerMove: point,
    onPointerDown: point,
    // A finger that is lifted leaves what it read; it goes with the focus.
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType === "mouse") setAsked(null);
    },
    onFocus: () => setAsked((before) => before ?? last),
    onBlur: () => setAsked(null),
    onKeyDown: (event: KeyboardEvent) => {
      const step = steps[event.key];
      if (event.key === "Escape") setAsked(null);
      if (step === undefined) return;
      event.preventDefault();
      setAsked(within((read ?? last) + step));
    },
  };
  return [read, listeners] as const;
}
