import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Dialog as Radix } from "radix-ui";
import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import { ProblemError, errorMessage } from "../../../api/problem.ts";
import { keys } from "../../../api/keys.ts";
import type { Invitation } from "../../../api/types.ts";
import { useSingleFlightMutation } from "../../../api/use-single-flight-mutation.ts";
import { useBoot } from "../../../shell/app.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button } from "../../../ui/button.tsx";
import { DialogFrame } from "../../../ui/dialog.tsx";
import { GuildhallMark, Hallmark } from "../../../ui/mark.tsx";
import { FormAlert } from "../../../ui/note.tsx";
import { PersonName } from "../../../ui/person-name.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { mainDestination } from "../../transfer/switching.ts";
import { affiliationPath } from "../affiliation-badge.tsx";
import { affiliationBrand } from "../brand.ts";
import { Benefits } from "./benefits.tsx";
import { coloursOf } from "./colours.ts";
import { InvitationBanner } from "./invitation-banner.tsx";
import {
  acceptInvitation,
  dismissInvitation,
  markAffiliationVisible,
  markInvitationSeen,
  viewInvitation,
} from "./queries.ts";

export interface InvitationPopupProps {
  invitation: Invitation;
  /** False while something takes precedence over the invitation. */
  open: boolean;
  onAnswered: () => void;
}

/** Invites a member to an affiliation (F-074): they apply now or dismiss it. */
export function InvitationPopup({ invitation, open, onAnswered }: InvitationPopupProps) {
  const { affiliation } = invitation;
  const { mode } = useBoot();
  const { accept, dismiss } = useAnswers(invitation, onAnswered);
  useMarkSeen(invitation.id);
  const mark = affiliationBrand(affiliation);
  // On its own portal the page has the affiliation's brand already.
  const isGuest = mode === "main";
  const description = affiliation.description || affiliation.tagline;
  const later = () => {
    // Closing on the way to the application is not a dismissal.
    if (!accept.isPending) dismiss.mutate();
  };
  return (
    <DialogFrame
      open={open}
      onOpenChange={(stays) => stays || later()}
      onInteractOutside={ignoreToastEvents}
      described={Boolean(description)}
      className="overflow-hidden"
      {...(isGuest && mark.colour && { style: coloursOf(mark.colour) })}
    >
      {/* Receives the initial focus, so that a text longer than the window can be scrolled by
          keyboard. */}
      <div data-autofocus tabIndex={-1} className="min-h-0 overflow-y-auto outline-none">
        <InvitationBanner />
        <div className="relative -mt-9 px-8 pb-5 max-md:px-5">
          <span className="inline-block bg-raised p-1 hallmark-clip">
            <Hallmark name={affiliation.name} {...mark} size={64} tinted={isGuest} />
          </span>
          <Radix.Title className="display mt-2.5 text-24 [overflow-wrap:anywhere]">{t`Join ${{ name: affiliation.name }}?`}</Radix.Title>
          {description && (
            <Radix.Description
              dir="auto"
              className="mt-2 text-14 [overflow-wrap:anywhere] whitespace-pre-line text-ink-2"
            >
              {description}
            </Radix.Description>
          )}
          <Inviter invitation={invitation} />
          <Benefits invitation={invitation} />
          <div className="mt-3">
            <FormAlert>
              {accept.error && errorMessage(accept.error, t`Failed to process invitation`)}
            </FormAlert>
          </div>
        </div>
      </div>
      {/* Text that continues behind the buttons fades out. */}
      <div className="relative flex shrink-0 gap-2 px-8 pb-8 before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-5 before:bg-linear-to-t before:from-raised before:to-transparent max-md:flex-col max-md:px-5 max-md:pb-2">
        <Button
          size="lg"
          variant="primary"
          className="md:flex-1"
          busy={accept.isPending}
          onClick={() => accept.mutate()}
        >{t`Apply Now`}</Button>
        <Button size="lg" disabled={accept.isPending} onClick={later}>{t`Maybe Later`}</Button>
      </div>
    </DialogFrame>
  );
}

/** The inviter: a person, or the network because of the invite code used at sign-up (G-089). */
function Inviter({ invitation: { invitedBy, message } }: { invitation: Invitation }) {
  const { portal, brand } = useBoot();
  const network = portal === null ? brand.name : mainDestination.name;
  return (
    <>
      <p className="mt-4 flex items-center gap-2.5 text-13 text-ink-2">
        {invitedBy === null ? (
          <GuildhallMark size={26} />
        ) : (
          <Avatar name={invitedBy.displayName} src={invitedBy.profilePicture} size={26} />
        )}
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <Trans>
            Personally recommended by{" "}
            <strong className="font-semibold text-ink">
              <PersonName name={invitedBy?.displayName ?? network} />
            </strong>
          </Trans>
        </span>
      </p>
      {message !== null && (
        <blockquote
          dir="auto"
          className="mt-3 border-s-2 ps-3 text-14 [overflow-wrap:anywhere] whitespace-pre-line text-ink-2"
        >
          {message}
        </blockquote>
      )}
    </>
  );
}

/** Either answer is sent once and excludes the other. */
function useAnswers({ id, affiliation }: Invitation, onAnswered: () => void) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const readAnew = () => cache.invalidateQueries({ queryKey: keys.me });
  const accept = useSingleFlightMutation({
    mutationFn: () => acceptInvitation(id),
    onSuccess: () => {
      toast.success(t`Opening application form for ${{ name: affiliation.name }}`);
      onAnswered();
      markAffiliationVisible(cache, affiliation);
      void readAnew();
      void navigate(`${affiliationPath(affiliation)}/apply`);
    },
  });
  const dismiss = useSingleFlightMutation({
    mutationFn: () => dismissInvitation(id),
    // Closes the popup at once, without waiting for the server.
    onMutate: onAnswered,
    onSuccess: () => toast.info(t`Invitation dismissed`),
    onError: (error) => showError(error, t`Failed to dismiss invitation`),
    onSettled: readAnew,
  });
  return { accept, dismiss };
}

/** Marks the invitation as seen on the server. */
function useMarkSeen(id: string): void {
  const cache = useQueryClient();
  const { mutate } = useSingleFlightMutation({
    mutationFn: () => viewInvitation(id),
    onSuccess: () => markInvitationSeen(cache, id),
    onError: (error) => showError(error, t`Failed to update invitation status`),
  });
  const tell = useEffectEvent(() => mutate());
  useEffect(() => tell(), []);
}

/** The session monitor reports a lost session. */
function showError(error: Error, otherwise: string): void {
  if (error instanceof ProblemError && error.status === 401) return;
  toast.error(errorMessage(error, otherwise));
}

/** Toasts are rendered outside the popup: dismissing one must not dismiss the invitation. */
function ignoreToastEvents(event: Event): void {
  const { target } = event;
  if (target instanceof Element && target.closest('[data-slot="toast"]')) event.preventDefault();
}
