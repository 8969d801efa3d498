import { noteLostSession } from "./client.ts";
import { networkProblem, problemFrom } from "./problem.ts";

export interface UploadOptions {
  /** The server answers a repeated upload with the first result. */
  idempotencyKey: string;
  signal: AbortSignal;
  /** Upload progress from 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Uploads a form with a file and reports the progress, which `fetch` cannot do. Error responses are
 * thrown as in `call`.
 */
export function upload<T>(path: string, form: FormData, options: UploadOptions): Promise<T> {
  const { idempotencyKey, signal, onProgress } = options;
  return new Promise<T>((done, failed) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("X-Guildhall", "1");
    request.setRequestHeader("Idempotency-Key", idempotencyKey);
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    request.addEventListener("error", () => failed(networkProblem()));
    request.addEventListener("abort", () => failed(new DOMException("Given up", "AbortError")));
    request.addEventListener("load", () => {
      const body = read(request.responseText);
      if (request.status >= 200 && request.status < 300 && body !== undefined) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as in `call`
        done(body as T);
        return;
      }
      const problem = problemFrom(request.status, body, request.getResponseHeader("Retry-After"));
      noteLostSession(problem);
      failed(problem);
    });
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}

function read(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
