/**
 * For a mutation's `onSettled`: loads anew what shows it. Whoever has done something waits for that, so that
 * no button is free beside what is no longer so. Whoever was refused does not: without a network it would take
 * as long as every further try.
 */
export function thenReload(reload: () => Promise<unknown>) {
  return (_: unknown, refusal: Error | null): Promise<unknown> | undefined => {
    const reloaded = reload();
    return refusal === null ? reloaded : undefined;
  };
}
