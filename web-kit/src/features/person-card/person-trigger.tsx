import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { type ReactNode, Suspense } from "react";
import { Avatar } from "../../ui/avatar.tsx";
import { isFormerMember, PersonName } from "../../ui/person-name.tsx";
import { type CardPerson, personCard } from "./card-part.ts";
import { type CardOpener, useCardOpener } from "./use-card-opener.ts";

interface TriggerProps {
  person: CardPerson;
  className?: string;
}

/** A person's name, which opens their card. A deleted account has none. */
export function PersonTrigger(props: TriggerProps & { children?: ReactNode }) {
  const { person, className, children = <PersonName name={person.displayName} /> } = props;
  const card = useCardOpener();
  if (isFormerMember(person)) return <span className={className}>{children}</span>;
  return (
    <>
      <button
        type="button"
        data-slot="person-trigger"
        aria-haspopup="dialog"
        aria-expanded={card.opened !== null}
        className={clsx("rounded-xs text-start hover:underline", className)}
        {...card.trigger}
      >
        {children}
      </button>
      <OpenCard {...{ person, card }} />
    </>
  );
}

interface PictureProps extends TriggerProps {
  size: number;
  /** For a picture without its person's name next to it: a button of its own. */
  isAlone?: boolean;
}

/** A person's picture, which opens their card. */
export function PersonPicture({ person, size, className, isAlone = false }: PictureProps) {
  const card = useCardOpener();
  const { displayName } = person;
  const picture = <Avatar name={displayName} src={person.profilePicture} size={size} />;
  if (isFormerMember(person)) return <span className={clsx("flex", className)}>{picture}</span>;
  return (
    <>
      {isAlone ? (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={card.opened !== null}
          className={clsx("relative flex rounded-full", className)}
          {...card.trigger}
        >
          {picture}
          <span className="sr-only">{t`About ${displayName}`}</span>
        </button>
      ) : (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the name next to it is the button
        <span className={clsx("flex cursor-pointer", className)} {...card.trigger}>
          {picture}
        </span>
      )}
      <OpenCard {...{ person, card }} />
    </>
  );
}

/** The card belongs to its trigger, so that it works within a dialog as well. */
function OpenCard({ person, card }: { person: CardPerson; card: CardOpener }) {
  if (card.opened === null) return null;
  return (
    <Suspense>
      <personCard.Part
        {...{ person }}
        opened={card.opened}
        hover={card.hover}
        onClose={card.close}
      />
    </Suspense>
  );
}
