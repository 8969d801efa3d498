import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { failureText } from "./failure-text.ts";
import { useSingleFlightMutation } from "../../api/use-single-flight-mutation.ts";
import { useKeys } from "../../api/use-keys.ts";
import { toast } from "../../ui/toast-store.ts";

export interface SendOptions<Body> {
  send: (body: Body, idempotencyKey: string) => Promise<unknown>;
  /** Called after the message was stored. */
  onSent: () => void;
  /** Queries to invalidate. */
  changes: readonly QueryKey[];
}

/** Sends a message once, also when the request is repeated after a network failure. */
export function useSend<Body extends object>({ send, onSent, changes }: SendOptions<Body>) {
  const cache = useQueryClient();
  const keyFor = useKeys();
  return useSingleFlightMutation<unknown, Body>({
    mutationFn: (body) => send(body, keyFor(body)),
    onSuccess: () => {
      onSent();
      toast.success("Message sent successfully");
    },
    onError: (error) => toast.error(failureText(error, "Failed to send message")),
    onSettled: () => {
      for (const queryKey of changes) void cache.invalidateQueries({ queryKey });
    },
  });
}
