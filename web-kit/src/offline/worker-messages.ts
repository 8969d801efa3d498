/** A message from a page to the service worker. */
export type WorkerRequest =
  /** A waiting worker becomes the active one. */
  | { type: "take-over" }
  /** Files that the page loaded before the worker controlled it. */
  | { type: "keep-files"; paths: readonly string[] };

/** A message from the service worker to a page. */
export interface WorkerNotice {
  type: "open-path";
  path: string;
}

export function isWorkerRequest(value: unknown): value is WorkerRequest {
  if (typeof value !== "object" || value === null) return false;
  const type: unknown = Reflect.get(value, "type");
  if (type === "take-over") return true;
  const paths: unknown = Reflect.get(value, "paths");
  return (
    type === "keep-files" && Array.isArray(paths) && paths.every((path) => typeof path === "string")
  );
}

export function isWorkerNotice(value: unknown): value is WorkerNotice {
  if (typeof value !== "object" || value === null) return false;
  return Reflect.get(value, "type") === "open-path" && isPathOfSite(Reflect.get(value, "path"));
}

/** True for a path of this origin. `//host` and `/\host` would lead to another one. */
export function isPathOfSite(value: unknown): value is string {
  return typeof value === "string" && /^\/(?![/\\])/.test(value);
}
