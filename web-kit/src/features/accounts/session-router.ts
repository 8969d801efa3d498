/** The router, as far as the session needs it. */
export interface SessionRouter {
  go: (path: string) => Promise<void>;
  here: () => string;
  /** Reloads the page. */
  reload: () => void;
}
