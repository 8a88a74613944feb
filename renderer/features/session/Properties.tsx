import { ExternalLink } from "lucide-react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { fullTime } from "../../lib/time.ts";
import { Section } from "../../ui/Section.tsx";
import { useEditors } from "../machine/api.ts";
import { OpenClone } from "../machine/OpenClone.tsx";
import { rootOf, runtimeLabel, textAt } from "../sessions/session-fields.ts";
import { CopyMenu } from "./CopyMenu.tsx";
import { Row } from "./Row.tsx";
import { text } from "./text.ts";
import { metadataLines, repositoryLink } from "./view-model.ts";

function Repository({ gitRoot }: { gitRoot: string }) {
  const link = repositoryLink(gitRoot);
  if (link === null) return <span className="font-mono text-2xs break-all">{gitRoot}</span>;
  return (
    <a
      href={link}
      target="_blank"
      rel="noreferrer noopener"
      className="inline-flex items-start gap-1 text-accent hover:underline"
    >
      {gitRoot}
      <ExternalLink aria-hidden className="mt-1 size-3 shrink-0" />
    </a>
  );
}

/** Nothing without an editor to open it in; its path is in the menu of what can be copied. */
function CloneRow({ sessionId }: { sessionId: number }) {
  const { data: editors = [] } = useEditors();
  if (editors.length === 0) return null;
  return (
    <Row name={text.properties.clone}>
      <OpenClone sessionId={sessionId} />
    </Row>
  );
}

/** The fixed properties of a session, such as its repository and branch; what it does not have is left out. */
export function Properties({ session }: { session: Session }) {
  const root = rootOf(session);
  return (
    <Section title={text.details.properties} action={<CopyMenu session={session} />}>
      <dl className="text-xs">
        {root !== null && <Row name={text.properties.root}>{root}</Row>}
        {session.git_root !== null && (
          <Row name={text.properties.repository}>
            <Repository gitRoot={session.git_root} />
          </Row>
        )}
        {session.category && <Row name={text.properties.category}>{session.category.name}</Row>}
        <Row name={text.properties.branch}>{session.branch}</Row>
        {session.subdirectory !== null && (
          <Row name={text.properties.subdirectory}>{session.subdirectory}</Row>
        )}
        <Row name={text.properties.runtime}>{runtimeLabel(session.agent_runtime)}</Row>
        <Row name={text.properties.created}>{fullTime(session.created_at)}</Row>
        {textAt(session.metadata, "clone_path") !== null && <CloneRow sessionId={session.id} />}
      </dl>
    </Section>
  );
}

export function Metadata({ title, record }: { title: string; record: Session["metadata"] }) {
  const lines = metadataLines(record);
  if (lines.length === 0) return null;
  return (
    <Section title={title}>
      <dl className="text-xs">
        {lines.map(([name, value]) => (
          <Row key={name} name={name}>
            <span className="font-mono text-2xs">{value}</span>
          </Row>
        ))}
      </dl>
    </Section>
  );
}
