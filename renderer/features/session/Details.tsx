import { Section } from "../../ui/Section.tsx";
import { SessionCost } from "../costs/SessionCost.tsx";
import { HierarchyTree } from "../hierarchy/HierarchyTree.tsx";
import { hasRelations } from "../hierarchy/view-model.ts";
import { HumanMessages } from "../human-messages/HumanMessages.tsx";
import { Resources } from "../machine/Resources.tsx";
import { SessionOutcome } from "../outcomes/SessionOutcome.tsx";
import { Notes } from "../session-settings/Notes.tsx";
import type { SessionDetails } from "../sessions/session-cache.ts";
import { AtAGlance } from "./AtAGlance.tsx";
import { Metadata, Properties } from "./Properties.tsx";
import { StatusSummary } from "./StatusSummary.tsx";
import { text } from "./text.ts";

/** The details tab of the side panel: first what decides whether it needs a look. What is empty is not drawn. */
export function Details({ details }: { details: SessionDetails }) {
  const { session, session_hierarchy: hierarchy } = details;
  const { human_messages: messages, human_message_capture_gaps: gaps } = details;
  return (
    <>
      <AtAGlance session={session} />
      <StatusSummary key={`summary-${session.id}`} sessionId={session.id} summary={details.status_summary} />
      {session.status === "running" && <Resources sessionId={session.id} />}
      <SessionCost sessionId={session.id} />
      <SessionOutcome sessionId={session.id} />
      <Notes key={`notes-${session.id}`} session={session} />
      {hasRelations(hierarchy) && (
        <Section title={text.details.related}>
          <HierarchyTree hierarchy={hierarchy} />
        </Section>
      )}
      {messages.length + gaps.length > 0 && (
        <Section title={text.details.humanMessages}>
          <HumanMessages key={session.id} messages={messages} gaps={gaps} />
        </Section>
      )}
      <Properties session={session} />
      <Metadata title={text.details.customMetadata} record={session.custom_metadata} />
      <Metadata title={text.details.metadata} record={session.metadata} />
    </>
  );
}
