import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import type { RowFacts } from "../../../../server/domains/surfaces/overview/model.ts";
import { InlineCode } from "../../../ui/InlineCode.tsx";
import { ActivityLine } from "../../activity/ActivityLine.tsx";
import { useActivity } from "../../live/activity.store.ts";
import { subtitleOf } from "./row-chips.ts";

interface Props {
  session: Session;
  facts: RowFacts | undefined;
}

/** What the agent of a running session does now. */
export function RowActivity({ session, facts }: Props) {
  const activity = useActivity(session.id);
  if (session.status !== "running" || activity === undefined) return null;
  return <ActivityLine session={session} activity={activity} cost={facts?.cost} />;
}

/** The line below the title: what the agent does now, or why the session failed, or its summary. */
export function RowLine(props: Props & { summary: string | undefined; clamped?: boolean }) {
  const { session, facts, summary, clamped = false } = props;
  const isActive = useActivity(session.id) !== undefined && session.status === "running";
  if (isActive) return <RowActivity session={session} facts={facts} />;
  const line = subtitleOf(session, summary);
  if (line === null) return null;
  const tone = session.status === "failed" ? "text-failed" : "text-faint";
  const lines = clamped ? "line-clamp-2" : "truncate max-lg:line-clamp-2 max-lg:whitespace-normal";
  return (
    <span className={`text-xs ${lines} ${tone}`} title={line.replaceAll("`", "")}>
      <InlineCode text={line} />
    </span>
  );
}
