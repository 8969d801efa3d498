/** The values that the lines of a chart stand for, from the lowest up. */
export type Scale = readonly [low: number, ...above: number[]];

const MOST_STEPS = 4;

/**
 * A scale of round numbers around all values. It begins at nothing, unless that would press what
 * differs into the upper half.
 */
export function scaleOf(values: readonly number[]): Scale {
  const top = Math.max(1, ...values);
  const least = Math.min(top, ...values);
  const foot = least > top / 2 ? least : 0;
  const step =
    roundSteps(top - foot).find((size) => stepsBetween(foot, top, size) <= MOST_STEPS) ?? top;
  const low = Math.floor(foot / step) * step;
  const steps = Math.max(1, stepsBetween(foot, top, step));
  return [low, ...Array.from({ length: steps }, (_, index) => low + (index + 1) * step)];
}

const stepsBetween = (foot: number, top: number, step: number) =>
  Math.ceil(top / step) - Math.floor(foot / step);

/** 1, 2, 5, 10, 20, 50 and so on, until one of them holds it all. */
function roundSteps(range: number): number[] {
  const steps: number[] = [];
  for (let power = 1; power <= Math.max(1, range) * 10; power *= 10) {
    steps.push(power, 2 * power, 5 * power);
  }
  return steps;
}

/** Where a value stands, in per cent from the top of the chart. */
export function heightOn(scale: Scale, value: number): number {
  const [low] = scale;
  const high = scale.at(-1) ?? low;
  return high === low ? 100 : 100 - ((value - low) / (high - low)) * 100;
}

/** Which of so many points are named below: about that many of them, evenly apart from the first on. */
export function namedOf(length: number, most: number): number[] {
  const apart = Math.max(1, Math.ceil(length / most));
  return Array.from({ length: Math.ceil(length / apart) }, (_, index) => index * apart);
}
