import { t } from "@lingui/core/macro";
import { CalendarDays } from "lucide-react";
import { Link } from "react-router";

/** Leads from the home page to the upcoming events. */
export function EventsLink() {
  return (
    <Link
      to="/events"
      className="link inline-flex items-center gap-1.5 text-13 whitespace-nowrap max-md:min-h-11"
    >
      <CalendarDays size={14} aria-hidden />
      {t`Upcoming events`}
    </Link>
  );
}
