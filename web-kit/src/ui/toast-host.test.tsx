import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ToastHost } from "./toast-host.tsx";
import { toast, toasts } from "./toast-store.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  for (const { id } of toasts.snapshot()) toasts.dismiss(id);
  vi.useRealTimers();
});

const say = (run: () => void) => act(run);

test("is rendered before its first message, for screen readers", () => {
  render(<ToastHost />);
  const region = screen.getByRole("status", { name: "Notifications" });
  expect(region.textContent).toBe("");
  say(() => void toast.info("Link copied to clipboard."));
  expect(region.textContent).toBe("Link copied to clipboard.");
});

test.each(["success", "error", "info"] as const)("%s disappears after three seconds", (tone) => {
  render(<ToastHost />);
  say(() => void toast[tone]("Said"));
  const card = screen.getByText("Said").closest("[data-slot=toast]");
  expect(card?.getAttribute("data-tone")).toBe(tone);
  act(() => void vi.advanceTimersByTime(2999));
  expect(screen.queryByText("Said")).not.toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.queryByText("Said")).toBeNull();
});

test("can be closed", () => {
  render(<ToastHost />);
  say(() => void toast.error("Failed", { durationMs: 60_000 }));
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText("Failed")).toBeNull();
});

test("stays while focused or hovered", () => {
  render(<ToastHost />);
  say(() => void toast.success("Saved"));
  fireEvent.focus(screen.getByRole("button", { name: "Dismiss" }));
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.queryByText("Saved")).not.toBeNull();
  fireEvent.blur(screen.getByRole("button", { name: "Dismiss" }));
  act(() => void vi.advanceTimersByTime(3000));
  expect(screen.queryByText("Saved")).toBeNull();
});
