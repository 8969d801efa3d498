import { t } from "@lingui/core/macro";
import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { TextField } from "../../../ui/field.tsx";
import type { AnnouncementFields } from "./rules.ts";

export interface EventFieldsProps {
  register: UseFormRegister<AnnouncementFields>;
  errors: FieldErrors<AnnouncementFields>;
}

/** The details of an event; all are optional. */
export function EventFields({ register, errors }: EventFieldsProps) {
  return (
    <>
      <TextField
        type="datetime-local"
        label={t({ message: "Ends", context: "end time of an event" })}
        error={errors.endsAt?.message}
        {...register("endsAt")}
      />
      <TextField
        label={t({ message: "Place", context: "of an event" })}
        maxLength={200}
        error={errors.location?.message}
        {...register("location")}
      />
      <TextField
        type="url"
        label={t({ message: "Link", context: "of an event" })}
        placeholder="https://"
        error={errors.link?.message}
        {...register("link")}
      />
      <TextField
        inputMode="numeric"
        label={t({ message: "Capacity", context: "of an event" })}
        hint={t`Number of people who can answer yes; empty if there is no limit.`}
        error={errors.capacity?.message}
        {...register("capacity")}
      />
    </>
  );
}
