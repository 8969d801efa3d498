import { t } from "@lingui/core/macro";
import { useNavigate } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { Contact } from "./contact.ts";
import { newMessagePath, type Recipient } from "./contact-store.ts";

export interface ContactDialogProps {
  contact: Contact;
  recipient: Recipient;
  onClose: () => void;
}

/** Explains a message request, or why a person cannot be messaged. */
export function ContactDialog({ contact, recipient, onClose }: ContactDialogProps) {
  const navigate = useNavigate();
  const { firstName, userId } = recipient;
  const write = () => {
    onClose();
    void navigate(newMessagePath(userId));
  };
  if (contact.mode === "request") {
    return (
      <Dialog
        open
        onOpenChange={(stays) => stays || onClose()}
        title={t`Send ${firstName} a message request?`}
        description={t`${firstName} does not receive messages from you directly. Your first message is a request: you can write more once ${firstName} accepts it.`}
        footer={
          <>
            <Button size="lg" onClick={onClose}>{t`Cancel`}</Button>
            <Button size="lg" variant="primary" onClick={write}>{t`Write request`}</Button>
          </>
        }
      />
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(stays) => stays || onClose()}
      title={t`You cannot message ${firstName}`}
      description={contact.reason ?? t`${firstName} does not accept messages from you.`}
      footer={<Button size="lg" onClick={onClose}>{t`Close`}</Button>}
    />
  );
}
