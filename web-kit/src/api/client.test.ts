import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { call, onSessionLost, ProblemError, withQuery } from "./client.ts";
import { networkMessage } from "./problem.ts";

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  const fetched = vi.fn<typeof fetch>(async () => {
    const text = body === undefined ? null : JSON.stringify(body);
    return new Response(text, { status, headers });
  });
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

async function refusal(promise: Promise<unknown>): Promise<ProblemError> {
  const outcome = await promise.catch((cause: unknown) => cause);
  if (outcome instanceof ProblemError) return outcome;
  throw new Error("the call was not refused");
}

afterEach(() => vi.unstubAllGlobals());

describe("call", () => {
  test("sends the X-Guildhall header and JSON", async () => {
    const fetched = answer(201, { id: "a" });
    const created = await call<{ id: string }>("POST", "/api/communities", {
      body: { name: "Bridges" },
      idempotencyKey: "key-1",
    });
    expect(created.id).toBe("a");
    const [path, init] = fetched.mock.calls[0] ?? [];
    const headers = new Headers(init?.headers);
    expect(path).toBe("/api/communities");
    expect(headers.get("X-Guildhall")).toBe("1");
    expect(headers.get("Content-Type")).toBe("application/json");
    expect(headers.get("Idempotency-Key")).toBe("key-1");
    expect(init?.credentials).toBe("same-origin");
    expect(init?.body).toBe('{"name":"Bridges"}');
  });

  test("sends small writes with keepalive, but not large ones", async () => {
    const fetched = answer(204, undefined);
    await call("GET", "/api/me");
    await call("POST", "/api/posts/a/like");
    await call("POST", "/api/threads/a/posts", { body: { text: "x".repeat(5000) } });
    const outlives = fetched.mock.calls.map(([, init]) => init?.keepalive === true);
    expect(outlives).toEqual([false, true, false]);
  });

  test("returns null for 204", async () => {
    answer(204, undefined);
    expect(await call<null>("POST", "/api/communities/a/leave")).toBeNull();
  });

  test("formats the end of a rate limit in the reader's time zone", async () => {
    vi.useFakeTimers({ now: new Date(2026, 10, 28, 14, 5, 0) });
    const detail = "Rate limit exceeded. Try again at 23:05:42 UTC";
    answer(429, { code: "rate-limited", detail }, { "Retry-After": "42" });
    const soon = await refusal(call("POST", "/api/communities"));
    expect(soon.detail).toBe("Rate limit exceeded. Try again at 14:05:42");
    const later = "Rate limit exceeded. Try again at 23:05 UTC on 29 November";
    answer(429, { code: "rate-limited", detail: later }, { "Retry-After": "86400" });
    const tomorrow = await refusal(call("POST", "/api/communities"));
    expect(tomorrow.detail).toBe("Rate limit exceeded. Try again at 14:05 on 29 November");
    vi.useRealTimers();
  });

  describe("a read that exceeds a rate limit", () => {
    const detail = "Rate limit exceeded. Try again at 10:00:02 UTC";
    const refused = (wait: string) =>
      new Response(JSON.stringify({ code: "rate-limited", detail }), {
        status: 429,
        headers: { "Retry-After": wait },
      });

    function answers(...responses: Response[]) {
      const fetched = vi.fn<typeof fetch>();
      for (const response of responses) fetched.mockResolvedValueOnce(response);
      vi.stubGlobal("fetch", fetched);
      return fetched;
    }

    beforeEach(() => vi.useFakeTimers());
    afterEach(() => vi.useRealTimers());

    test("is repeated when the server allows it", async () => {
      const fetched = answers(refused("2"), new Response('{"id":"a"}'));
      const read = call<{ id: string }>("GET", "/api/me");
      await vi.advanceTimersByTimeAsync(1999);
      expect(fetched).toHaveBeenCalledTimes(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(await read).toEqual({ id: "a" });
      expect(fetched).toHaveBeenCalledTimes(2);
    });

    test("fails after three attempts", async () => {
      const fetched = answers(refused("1"), refused("1"), refused("1"));
      const problem = refusal(call("GET", "/api/me"));
      await vi.advanceTimersByTimeAsync(10_000);
      expect((await problem).status).toBe(429);
      expect(fetched).toHaveBeenCalledTimes(3);
    });

    test("fails at once if the wait is long, and a write always does", async () => {
      const fetched = answers(refused("16"), refused("1"));
      expect((await refusal(call("GET", "/api/me"))).retryAfter).toBe(16);
      expect((await refusal(call("POST", "/api/posts/a/like"))).retryAfter).toBe(1);
      expect(fetched).toHaveBeenCalledTimes(2);
    });

    test("is not repeated after its screen was closed", async () => {
      const fetched = answers(refused("2"));
      const screen = new AbortController();
      const read = call("GET", "/api/me", { signal: screen.signal }).catch(
        (cause: unknown) => cause,
      );
      await vi.advanceTimersByTimeAsync(500);
      screen.abort();
      expect(await read).toMatchObject({ name: "AbortError" });
      await vi.advanceTimersByTimeAsync(5000);
      expect(fetched).toHaveBeenCalledTimes(1);
    });
  });

  test("throws the server's message, field errors and retry delay", async () => {
    answer(
      429,
      {
        code: "rate-limited",
        detail: "Rate limit exceeded. Try again at 10:00",
        errors: [{ field: "name", code: "required", message: "Input is required" }, "junk"],
      },
      { "Retry-After": "42" },
    );
    const problem = await refusal(call("POST", "/api/communities"));
    expect(problem).toMatchObject({
      status: 429,
      code: "rate-limited",
      detail: "Rate limit exceeded. Try again at 10:00",
      retryAfter: 42,
    });
    expect(problem.errors).toEqual([
      { field: "name", code: "required", message: "Input is required" },
    ]);
  });

  test("uses a generic message if the response has no problem details", async () => {
    vi.stubGlobal("fetch", async () => new Response("<h1>Bad gateway</h1>", { status: 502 }));
    const problem = await refusal(call("GET", "/api/communities"));
    expect(problem.code).toBe("unavailable");
    expect(problem.detail).toBe("Service temporarily unavailable. Please try again later.");
  });

  test("reports a network failure", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("Failed to fetch");
    });
    const problem = await refusal(call("GET", "/api/me"));
    expect(problem).toMatchObject({ status: 0, code: "network", detail: networkMessage() });
  });

  test("rejects an aborted request with AbortError", async () => {
    const control = new AbortController();
    vi.stubGlobal("fetch", async () => {
      control.abort();
      throw new DOMException("gone", "AbortError");
    });
    await expect(call("GET", "/api/me", { signal: control.signal })).rejects.toHaveProperty(
      "name",
      "AbortError",
    );
  });

  test("reports a lost session on 401, except for quiet requests", async () => {
    const lost = vi.fn();
    const stop = onSessionLost(lost);
    answer(401, { code: "not-authenticated", detail: "User not authenticated" });
    await refusal(call("GET", "/api/me", { quiet: true }));
    expect(lost).not.toHaveBeenCalled();
    await refusal(call("GET", "/api/communities"));
    expect(lost).toHaveBeenCalledOnce();
    stop();
    await refusal(call("GET", "/api/communities"));
    expect(lost).toHaveBeenCalledOnce();
  });
});

test("withQuery omits undefined values", () => {
  expect(withQuery("/api/communities", { scope: "mine", cursor: null, limit: undefined })).toBe(
    "/api/communities?scope=mine",
  );
  expect(withQuery("/api/communities", undefined)).toBe("/api/communities");
});
