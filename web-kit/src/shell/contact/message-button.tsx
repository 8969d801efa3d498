import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useIsFetching } from "@tanstack/react-query";
import { MessageCircle } from "lucide-react";
import { keys } from "../../api/keys.ts";
import { Button, type ButtonProps } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { MenuItem } from "../../ui/menu.tsx";
import { PersonName } from "../../ui/person-name.tsx";
import { messagePerson, type Recipient, useHasMessages } from "./contact-store.ts";

/** "Message" on a profile. Nothing is requested before it is pressed. */
export function MessageButton({ person, ...look }: { person: Recipient } & ButtonProps) {
  const pending = useIsFetching({ queryKey: keys.contact(person.userId) }) > 0;
  if (!useHasMessages()) return null;
  return (
    <Button
      icon={<MessageCircle size={15} aria-hidden />}
      busy={pending}
      onClick={() => messagePerson(person)}
      {...look}
    >{t`Message`}</Button>
  );
}

/** "Message" in a row of a list. */
export function MessageIconButton({ person }: { person: Recipient & { displayName: string } }) {
  const { displayName } = person;
  if (!useHasMessages()) return null;
  return (
    <IconButton
      label={t`Message ${displayName}`}
      icon={<MessageCircle size={17} aria-hidden />}
      onClick={() => messagePerson(person)}
    />
  );
}

/** "Message Priya" in a menu about a person or their post. */
export function MessageMenuItem({ person }: { person: Recipient }) {
  if (!useHasMessages()) return null;
  return (
    <MenuItem icon={<MessageCircle size={16} />} onSelect={() => messagePerson(person)}>
      <Trans>
        Message <PersonName name={person.firstName} />
      </Trans>
    </MenuItem>
  );
}
