import type { ReactNode } from "react";

/** The part of a query's result that a pane needs; plain and paged queries both have it. */
export interface QueryState<Data> {
  data: Data | undefined;
  error: Error | null;
  refetch: () => unknown;
}

/**
 * Shows a pane's loading and error states without affecting the other panes. Data that was rendered
 * once stays, even when a later load fails.
 */
export function QueryContent<Data>(props: {
  query: QueryState<Data>;
  skeleton: ReactNode;
  renderFailure: (error: Error, retry: () => void) => ReactNode;
  children: (data: Data) => ReactNode;
}) {
  const { data, error, refetch } = props.query;
  if (data !== undefined) return props.children(data);
  if (error !== null) return props.renderFailure(error, () => void refetch());
  return props.skeleton;
}
