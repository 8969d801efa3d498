import { t } from "@lingui/core/macro";
import { Component, type ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { errorReference } from "./error-reference.ts";

interface State {
  error: Error | null;
}

/** The outermost boundary, for errors that no route caught. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <main className="grid min-h-dvh place-items-center bg-canvas">
        <ErrorState
          title={t`Oops! Something went wrong`}
          text={t`We apologize for the inconvenience. The application encountered an unexpected error.`}
          reference={errorReference(error)}
          onRetry={() => this.setState({ error: null })}
          actions={<Button onClick={() => location.reload()}>{t`Reload Page`}</Button>}
        />
      </main>
    );
  }
}
