import { Link } from "@tanstack/react-router";
import { Star } from "lucide-react";
import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import { text } from "./text.ts";

function Unread() {
  return (
    <span className="mt-[7px] size-1.5 shrink-0 self-start rounded-full bg-accent-fill">
      <span className="sr-only">{text.unread}</span>
    </span>
  );
}

function StarMark() {
  return (
    <Star
      role="img"
      aria-label={text.favorite}
      className="size-3 shrink-0 fill-needs-dot text-needs-dot lg:hidden"
    />
  );
}

interface Props {
  session: Session;
  unread: boolean;
  /** Wraps to two lines before it is truncated; on a phone every title is whole. */
  wraps?: boolean;
}

/** The title as a link that covers the row. */
export function RowTitle({ session, unread, wraps = false }: Props) {
  const { id, title, favorited } = session;
  return (
    <Link
      to="/sessions/$id"
      params={{ id: String(id) }}
      className="flex min-w-0 items-center gap-2 outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
    >
      {unread && <Unread />}
      <span
        title={title}
        className={`min-w-0 ${wraps ? "line-clamp-2 wrap-anywhere max-md:line-clamp-none" : "truncate max-md:wrap-anywhere max-md:whitespace-normal"} ${unread ? "font-semibold" : "font-medium"} text-ink`}
      >
        {title}
      </span>
      {favorited && <StarMark />}
    </Link>
  );
}
