import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { useNavigate } from "react-router";
import { errorMessage } from "../../api/problem.ts";
import { toast } from "../../ui/toast-store.ts";
import { loadWithRetry } from "../../recovery/load-with-retry.ts";
import { contactQuery, type Contact } from "./contact.ts";
import { endContact, newMessagePath, type Recipient, useRecipient } from "./contact-store.ts";

const ContactDialog = lazy(async () => ({
  default: (await loadWithRetry(() => import("./contact-dialog.tsx"))).ContactDialog,
}));

/** Runs `messagePerson`: asks the server how to reach the person, then opens it or explains. */
export function ContactHost() {
  const recipient = useRecipient();
  useEffect(() => endContact, []);
  return recipient === null ? null : (
    <PendingContact key={recipient.userId} recipient={recipient} />
  );
}

function PendingContact({ recipient }: { recipient: Recipient }) {
  const navigate = useNavigate();
  const { data: contact, error } = useQuery(contactQuery(recipient.userId));
  const path = contact === undefined ? null : directPath(contact, recipient);
  useEffect(() => {
    if (error !== null) toast.error(errorMessage(error, t`Failed to open the conversation.`));
    if (path !== null) void navigate(path);
    if (error !== null || path !== null || contact?.mode === "self") endContact();
  }, [contact, error, path, navigate]);
  if (contact === undefined || path !== null || contact.mode === "self") return null;
  return (
    <Suspense>
      <ContactDialog {...{ contact, recipient }} onClose={endContact} />
    </Suspense>
  );
}

/** The address that needs no explanation first; null for a new request and for a refusal. */
function directPath({ mode, conversationId }: Contact, { userId }: Recipient): string | null {
  if (mode === "refused" || mode === "self") return null;
  if (conversationId !== null) return `/messages/${conversationId}`;
  return mode === "open" ? newMessagePath(userId) : null;
}
