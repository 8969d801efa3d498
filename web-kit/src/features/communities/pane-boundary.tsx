import { QueryErrorResetBoundary } from "@tanstack/react-query";
import { Component, type ReactNode, Suspense } from "react";

interface BoundaryProps {
  /** A different place starts without the failure of the last one. */
  place: string;
  onReset: () => void;
  renderFailure: (error: Error, retry: () => void) => ReactNode;
  children: ReactNode;
}

interface BoundaryState {
  error: Error | null;
  place: string;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, place: this.props.place };

  static getDerivedStateFromError(error: Error): Partial<BoundaryState> {
    return { error };
  }

  static getDerivedStateFromProps(
    props: BoundaryProps,
    state: BoundaryState,
  ): Partial<BoundaryState> | null {
    return props.place === state.place ? null : { place: props.place, error: null };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return this.props.renderFailure(error, () => {
      this.props.onReset();
      this.setState({ error: null });
    });
  }
}

/** One pane waits and fails by itself; the others stay in use. */
export function PaneBoundary(props: {
  place: string;
  skeleton: ReactNode;
  renderFailure: BoundaryProps["renderFailure"];
  children: ReactNode;
}) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <Boundary place={props.place} onReset={reset} renderFailure={props.renderFailure}>
          <Suspense key={props.place} fallback={props.skeleton}>
            {props.children}
          </Suspense>
        </Boundary>
      )}
    </QueryErrorResetBoundary>
  );
}
