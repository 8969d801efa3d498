/** The values of a chart's grid lines in ascending order. */
export type Scale = readonly [low: number, ...above: number[]];

const STEPS_MAX = 4;

/**
 * A scale of round numbers that contains all values. It starts at zero, unless that would push the
 * differences into the upper half.
 */
export function scaleOf(values: readonly number[]): Scale {
  const top = Math.max(1, ...values);
  const least = Math.min(top, ...values);
  const foot = least > top / 2 ? least : 0;
  const step =
    roundSteps(top - foot).find((size) => stepsBetween(foot, top, size) <= STEPS_MAX) ?? top;
  const low = Math.floor(foot / step) * step;
  const steps = Math.max(1, stepsBetween(foot, top, step));
  return [low, ...Array.from({ length: steps }, (_, index) => low + (index + 1) * step)];
}

const stepsBetween = (foot: number, top: number, step: number) =>
  Math.ceil(top / step) - Math.floor(foot / step);

/** The steps 1, 2, 5, 10, 20, 50 and so on, up to the first that covers the range. */
function roundSteps(range: number): number[] {
  const steps: number[] = [];
  for (let power = 1; power <= Math.max(1, range) * 10; power *= 10) {
    steps.push(power, 2 * power, 5 * power);
  }
  return steps;
}

/** The position of a value in per cent from the top of the chart. */
export function heightOn(scale: Scale, value: number): number {
  const [low] = scale;
  const high = scale.at(-1) ?? low;
  return high === low ? 100 : 100 - ((value - low) / (high - low)) * 100;
}

/** Indexes of the points with a label: evenly spaced, starting with the first. */
export function labelledIndexes(length: number, most: number): number[] {
  const apart = Math.max(1, Math.ceil(length / most));
  return Array.from({ length: Math.ceil(length / apart) }, (_, index) => index * apart);
}
