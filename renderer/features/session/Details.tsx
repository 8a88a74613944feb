import { Section } from "../../ui/Section.tsx";
import { SessionCost } from "../costs/SessionCost.tsx";
import { HierarchyTree } from "../hierarchy/HierarchyTree.tsx";
import { HumanMessages } from "../human-messages/HumanMessages.tsx";
import { Resources } from "../machine/Resources.tsx";
import { Notes } from "../session-settings/Notes.tsx";
import type { SessionDetails } from "../sessions/session-cache.ts";
import { Metadata, Properties } from "./Properties.tsx";
import { StatusSummary } from "./StatusSummary.tsx";

/** What is known of a session and around it. */
export function Details({ one }: { one: SessionDetails }) {
  const { session } = one;
  return (
    <>
      <StatusSummary key={`summary-${session.id}`} sessionId={session.id} summary={one.status_summary} />
      {session.status === "running" && <Resources sessionId={session.id} />}
      <SessionCost sessionId={session.id} />
      <Notes key={`notes-${session.id}`} session={session} />
      <Section title="Related sessions">
        <HierarchyTree hierarchy={one.session_hierarchy} />
      </Section>
      <Section title="Human messages">
        <HumanMessages key={session.id} messages={one.human_messages} gaps={one.human_message_capture_gaps} />
      </Section>
      <Section title="Properties">
        <Properties session={session} />
      </Section>
      <Metadata title="Custom metadata" record={session.custom_metadata} />
      <Metadata title="Signalbox metadata" record={session.metadata} />
    </>
  );
}
