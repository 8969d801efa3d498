/**
 * For a mutation's `onSettled`: reloads the affected queries. After a success the mutation stays
 * pending until the reload has finished, so that no button is enabled next to outdated data. After
 * an error it does not wait, because offline a reload takes as long as all its retries.
 */
export function invalidateOnSettled(reload: () => Promise<unknown>) {
  return (_: unknown, refusal: Error | null): Promise<unknown> | undefined => {
    const reloaded = reload();
    return refusal === null ? reloaded : undefined;
  };
}
