import { t } from "@lingui/core/macro";
import { z } from "zod/mini";

export const TITLE_MAX = 200;
export const DESCRIPTION_MAX = 5000;
export const TOPIC_MAX = 200;

const REQUIRED = t`Please fill in all required fields`;

/** Subject and description are required and trimmed (F-096). */
export const ticketSchema = z.object({
  title: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, REQUIRED),
      z.maxLength(TITLE_MAX, t`A subject may have at most ${TITLE_MAX} characters.`),
    ),
  description: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, REQUIRED),
      z.maxLength(
        DESCRIPTION_MAX,
        t`A description may have at most ${DESCRIPTION_MAX} characters.`,
      ),
    ),
  category: z.enum(["general", "technical", "account", "groups", "content", "other"]),
  priority: z.enum(["low", "medium", "high", "urgent"]),
});

/** A chat needs a topic (F-113). */
export const chatSchema = z.object({
  topic: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, t`Please enter a topic for your chat`),
      z.maxLength(TOPIC_MAX, t`A topic may have at most ${TOPIC_MAX} characters.`),
    ),
  message: z.string().check(z.trim()),
});
