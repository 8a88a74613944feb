import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { fullTime } from "../../lib/time.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Section } from "../../ui/Section.tsx";
import { OpenClone } from "../machine/OpenClone.tsx";
import { rootOf, runtimeLabel, textAt } from "../sessions/session-fields.ts";
import { text } from "./text.ts";
import { metadataLines, repositoryLink } from "./view-model.ts";

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_1fr] gap-2 py-0.5">
      <dt className="text-faint">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function Copyable({ label, value }: { label: string; value: string }) {
  return (
    <span className="flex items-start gap-1">
      <span className="min-w-0 flex-1 font-mono text-2xs leading-5 break-all">{value}</span>
      <CopyButton label={label} text={() => value} className="pointer-fine:-my-1" />
    </span>
  );
}

function Repository({ gitRoot }: { gitRoot: string | null }) {
  if (gitRoot === null) return <>{text.properties.none}</>;
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

/** The fixed properties of a session, such as its repository, branch and clone. */
export function Properties({ session }: { session: Session }) {
  const clone = textAt(session.metadata, "clone_path");
  return (
    <dl className="text-xs">
      <Row name={text.properties.root}>{rootOf(session) ?? text.properties.none}</Row>
      <Row name={text.properties.repository}>
        <Repository gitRoot={session.git_root} />
      </Row>
      <Row name={text.properties.category}>{session.category?.name ?? text.properties.none}</Row>
      <Row name={text.properties.branch}>{session.branch}</Row>
      {session.subdirectory !== null && <Row name={text.properties.subdirectory}>{session.subdirectory}</Row>}
      <Row name={text.properties.runtime}>{runtimeLabel(session.agent_runtime)}</Row>
      <Row name={text.properties.created}>{fullTime(session.created_at)}</Row>
      {clone !== null && (
        <Row name={text.properties.clone}>
          <Copyable label={text.properties.copyClone} value={clone} />
          <OpenClone sessionId={session.id} />
        </Row>
      )}
      <Row name={text.properties.id}>
        <Copyable label={text.properties.copyId} value={String(session.id)} />
      </Row>
      {session.slug !== null && (
        <Row name={text.properties.slug}>
          <Copyable label={text.properties.copySlug} value={session.slug} />
        </Row>
      )}
      {session.session_id !== null && (
        <Row name={text.properties.conversation}>
          <Copyable label={text.properties.copyConversation} value={session.session_id} />
        </Row>
      )}
    </dl>
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
