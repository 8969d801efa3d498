import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Ban, Ellipsis, UserCheck, UserPlus } from "lucide-react";
import { useState } from "react";
import type { UserProfile } from "../../api/types.ts";
import { MessageButton } from "../../shell/contact/message-button.tsx";
import { useHasMessages } from "../../shell/contact/contact-store.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "../../ui/menu.tsx";
import { PersonName } from "../../ui/person-name.tsx";
import { useRelationship } from "./use-relationship.ts";

/** Message, follow and block buttons. */
export function PersonActions({ profile }: { profile: UserProfile }) {
  const [asking, setAsking] = useState(false);
  const relationship = useRelationship(profile);
  const { isBlocked, isFollowing } = profile.viewer;
  const hasMessages = useHasMessages();
  const at = (wanted: string) =>
    relationship.isPending && relationship.variables.relationship === wanted;
  if (isBlocked) {
    return (
      <Button
        busy={at("block")}
        onClick={() => relationship.mutate({ relationship: "block", on: false })}
      >{t`Unblock`}</Button>
    );
  }
  return (
    <>
      <MessageButton person={profile} variant="primary" />
      <Button
        variant={isFollowing || hasMessages ? "plain" : "primary"}
        aria-pressed={isFollowing}
        busy={at("follow")}
        icon={
          isFollowing ? <UserCheck size={15} aria-hidden /> : <UserPlus size={15} aria-hidden />
        }
        onClick={() => relationship.mutate({ relationship: "follow", on: !isFollowing })}
      >
        {isFollowing ? t`Following` : t`Follow`}
      </Button>
      <Menu>
        <MenuTrigger asChild>
          <Button className="flex-none!" aria-label={t`More about this member`}>
            <Ellipsis size={16} aria-hidden />
          </Button>
        </MenuTrigger>
        <MenuContent>
          <MenuItem tone="danger" icon={<Ban size={16} />} onSelect={() => setAsking(true)}>
            <Trans>
              Block <PersonName name={profile.firstName} />
            </Trans>
          </MenuItem>
        </MenuContent>
      </Menu>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Block ${{ name: profile.firstName }}?`}
        description={t`Neither of you can find, follow or message the other. They are not notified. You can unblock them in your settings.`}
        footer={
          <>
            <Button size="lg" onClick={() => setAsking(false)}>{t`Cancel`}</Button>
            <Button
              size="lg"
              variant="danger"
              busy={at("block")}
              onClick={() =>
                relationship.mutate(
                  { relationship: "block", on: true },
                  { onSuccess: () => setAsking(false) },
                )
              }
            >{t`Block`}</Button>
          </>
        }
      />
    </>
  );
}
