import { t } from "@lingui/core/macro";
import { lockNames, withLock, withLockIfFree } from "./locks.ts";
import type { QueueNotice } from "./queue-channel.ts";
import type { QueuedRequest } from "./queue-request.ts";
import type { QueueStore } from "./queue-store.ts";
import type { SendOutcome } from "./send-request.ts";
import { type Problem, ProblemError } from "../api/problem.ts";

/** The tag of the background sync that sends the queue. */
export const SYNC_TAG = "guildhall-queue";

/**
 * The server remembers idempotency keys for 24 hours. A request that may have arrived longer ago is
 * returned to its author, because sending it again could repeat it.
 */
const REPEATABLE_MS = 23 * 60 * 60_000;
const EXPIRED = "queue-expired";
const expiredMessage = () =>
  t`This could not be sent. Please check whether it arrived before sending it again.`;

export interface FlushPorts {
  store: QueueStore;
  send: (request: QueuedRequest) => Promise<SendOutcome>;
  /** False once another person uses the browser. */
  mayContinue: () => Promise<boolean>;
  publish: (notice: QueueNotice) => void;
  now: () => number;
  onSending?: (request: QueuedRequest) => void;
  onSent?: (request: QueuedRequest, response: unknown) => Promise<void>;
}

export interface FlushResult {
  /** A request must be sent later. */
  isIncomplete: boolean;
  /** Why, if the server or the network prevented it. */
  problem: ProblemError | null;
}

const DONE: FlushResult = { isIncomplete: false, problem: null };
const INTERRUPTED: FlushResult = { isIncomplete: true, problem: null };

/**
 * Sends a person's requests in the order of writing, one at a time, and stops at the first that
 * must wait. Only one page or worker does so at a time.
 */
export function flushQueue(viewerId: string, ports: FlushPorts): Promise<FlushResult> {
  return withLock(lockNames.queue, async () => {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- the order of the requests is kept
      const step = await sendNext(viewerId, ports);
      if (step !== null) return step;
    }
  });
}

/** Sends the next request. Null if another one may follow. */
async function sendNext(viewerId: string, ports: FlushPorts): Promise<FlushResult | null> {
  const { store } = ports;
  const next = nextOf(viewerId, await store.all());
  if (next === undefined) return DONE;
  if (!(await ports.mayContinue())) return DONE;
  const work = async () => {
    // Its page may have sent or withdrawn it before the lock was acquired.
    const current = await store.find(next.key);
    return current === null ? null : deliver(current, ports);
  };
  return withLockIfFree(lockNames.request(next.key), work, INTERRUPTED);
}

/** A refused request waits for a page that shows the refusal. */
function nextOf(viewerId: string, requests: readonly QueuedRequest[]): QueuedRequest | undefined {
  return requests.find((one) => one.viewerId === viewerId && one.problem === null);
}

async function deliver(request: QueuedRequest, ports: FlushPorts): Promise<FlushResult | null> {
  const { store, publish, now } = ports;
  const { key, attemptedAt } = request;
  if (attemptedAt !== null && now() - attemptedAt > REPEATABLE_MS) {
    await refuse(key, expiredProblem(), ports);
    return null;
  }
  if (attemptedAt === null) await store.change(key, { attemptedAt: now() });
  ports.onSending?.(request);
  const outcome = await ports.send(request);
  switch (outcome.type) {
    case "sent":
      await ports.onSent?.(request, outcome.response);
      await store.remove(key);
      publish({ type: "sent", request, response: outcome.response });
      return null;
    case "refused":
      await refuse(key, outcome.problem, ports);
      return null;
    case "later":
      return { isIncomplete: true, problem: outcome.problem };
  }
}

async function refuse(key: string, problem: ProblemError, ports: FlushPorts): Promise<void> {
  const { status, code, detail, retryAfter } = problem;
  await ports.store.change(key, { problem: { status, code, detail, errors: [], retryAfter } });
  ports.publish({ type: "changed" });
}

/** The refusal in the language of this page, if a page or the worker itself has refused. */
export function localRefusal(problem: Problem): Problem {
  return problem.code === EXPIRED ? { ...problem, detail: expiredMessage() } : problem;
}

function expiredProblem(): ProblemError {
  return new ProblemError({
    status: 409,
    code: EXPIRED,
    detail: expiredMessage(),
    errors: [],
    retryAfter: null,
  });
}
