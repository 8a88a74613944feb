import { Section } from "../../ui/Section.tsx";
import { SessionCost } from "../costs/SessionCost.tsx";
import { HierarchyTree } from "../hierarchy/HierarchyTree.tsx";
import { HumanMessages } from "../human-messages/HumanMessages.tsx";
import { Resources } from "../machine/Resources.tsx";
import { SessionOutcome } from "../outcomes/SessionOutcome.tsx";
import { Notes } from "../session-settings/Notes.tsx";
import type { SessionDetails } from "../sessions/session-cache.ts";
import { Metadata, Properties } from "./Properties.tsx";
import { StatusSummary } from "./StatusSummary.tsx";
import { text } from "./text.ts";

/** The details tab of the side panel: summary, resources, cost, notes, relations and properties. */
export function Details({ details }: { details: SessionDetails }) {
  const { session } = details;
  return (
    <>
      <StatusSummary key={`summary-${session.id}`} sessionId={session.id} summary={details.status_summary} />
      {session.status === "running" && <Resources sessionId={session.id} />}
      <SessionCost sessionId={session.id} />
      <SessionOutcome sessionId={session.id} />
      <Notes key={`notes-${session.id}`} session={session} />
      <Section title={text.details.related}>
        <HierarchyTree hierarchy={details.session_hierarchy} />
      </Section>
      <Section title={text.details.humanMessages}>
        <HumanMessages
          key={session.id}
          messages={details.human_messages}
          gaps={details.human_message_capture_gaps}
        />
      </Section>
      <Section title={text.details.properties}>
        <Properties session={session} />
      </Section>
      <Metadata title={text.details.customMetadata} record={session.custom_metadata} />
      <Metadata title={text.details.metadata} record={session.metadata} />
    </>
  );
}
