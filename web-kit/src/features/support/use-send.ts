import { t } from "@lingui/core/macro";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSingleFlightMutation } from "../../api/use-single-flight-mutation.ts";
import { useKeys } from "../../api/use-keys.ts";
import { toast } from "../../ui/toast-store.ts";
import { failureText } from "./failure-text.ts";

export interface SendOptions<Body> {
  send: (body: Body, idempotencyKey: string) => Promise<unknown>;
  /** Called after the message was stored. */
  onSent: () => void;
  /** Success message. */
  done?: string;
  /** Returns true if it reports the error itself. */
  onFailed?: (error: Error) => boolean;
  /** Queries to invalidate. */
  changes: readonly QueryKey[];
}

/**
 * Sends a message once, also when the request is repeated after a network failure. The same words
 * sent again after a success are a new message. It stays pending until the changes are loaded.
 */
export function useSend<Body extends object>(options: SendOptions<Body>) {
  const { send, onSent, done = t`Message sent successfully`, onFailed, changes } = options;
  const cache = useQueryClient();
  const keyFor = useKeys();
  const [sent, setSent] = useState(0);
  const reload = () =>
    Promise.all(changes.map((queryKey) => cache.invalidateQueries({ queryKey })));
  return useSingleFlightMutation<unknown, Body>({
    mutationFn: (body) => send(body, keyFor({ body, sent })),
    onSuccess: async () => {
      setSent((before) => before + 1);
      onSent();
      toast.success(done);
      await reload();
    },
    onError: (error) => {
      if (onFailed?.(error) !== true) toast.error(failureText(error, t`Failed to send message`));
      void reload();
    },
  });
}
