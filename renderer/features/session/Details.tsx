import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import type { Session } from "../../../server/domains/sessions/model.ts";
import { fullTime } from "../../lib/time.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { rootOf, runtimeLabel, textAt } from "../sessions/session-words.ts";
import { metadataLines, repositoryLink } from "./view-model.ts";

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_1fr] gap-2 py-0.5">
      <dt className="text-faint">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function Copied({ label, text }: { label: string; text: string }) {
  return (
    <span className="flex items-start gap-1">
      <span className="min-w-0 flex-1 font-mono text-2xs leading-5 wrap-anywhere">{text}</span>
      <CopyButton label={label} text={() => text} className="size-6" />
    </span>
  );
}

function Repository({ gitRoot }: { gitRoot: string | null }) {
  if (gitRoot === null) return <>None</>;
  const link = repositoryLink(gitRoot);
  if (link === null) return <span className="font-mono text-2xs">{gitRoot}</span>;
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

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-b border-line px-4 py-3 last:border-0">
      <h2 className="mb-1.5 text-xs font-semibold text-soft">{title}</h2>
      {children}
    </section>
  );
}

function Names({
  title,
  names,
  note,
}: {
  title: string;
  names: readonly string[];
  note?: (name: string) => string | null;
}) {
  if (names.length === 0) return null;
  return (
    <Section title={title}>
      <ul className="flex flex-wrap gap-1.5">
        {names.map((name) => (
          <li key={name} className="rounded-sm border border-line bg-sunken px-1.5 text-xs">
            {name}
            {note?.(name) && <span className="text-faint"> {note(name)}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Setup({ session }: { session: Session }) {
  const clone = textAt(session.metadata, "clone_path");
  const effort = textAt(session.config, "effort");
  return (
    <dl className="text-xs">
      <Row name="Agent root">{rootOf(session) ?? "None"}</Row>
      <Row name="Repository">
        <Repository gitRoot={session.git_root} />
      </Row>
      <Row name="Branch">{session.branch}</Row>
      {session.subdirectory !== null && <Row name="Subdirectory">{session.subdirectory}</Row>}
      <Row name="Runtime">{runtimeLabel(session.agent_runtime)}</Row>
      <Row name="Model">{textAt(session.config, "model") ?? "The runtime's own"}</Row>
      {effort !== null && <Row name="Effort">{effort}</Row>}
      <Row name="Class">{session.priority_class === "spot" ? "Spot" : "Priority"}</Row>
      <Row name="Created">{fullTime(session.created_at)}</Row>
      {clone !== null && (
        <Row name="Clone">
          <Copied label="Copy the path of the clone" text={clone} />
        </Row>
      )}
      <Row name="Session id">
        <Copied label="Copy the session's id" text={String(session.id)} />
      </Row>
      {session.slug !== null && (
        <Row name="Slug">
          <Copied label="Copy the slug" text={session.slug} />
        </Row>
      )}
      {session.session_id !== null && (
        <Row name="Conversation">
          <Copied label="Copy the conversation's id" text={session.session_id} />
        </Row>
      )}
    </dl>
  );
}

function Metadata({ title, record }: { title: string; record: Session["metadata"] }) {
  const lines = metadataLines(record);
  if (lines.length === 0) return null;
  return (
    <Section title={title}>
      <dl className="text-xs">
        {lines.map(([name, text]) => (
          <Row key={name} name={name}>
            <span className="font-mono text-2xs">{text}</span>
          </Row>
        ))}
      </dl>
    </Section>
  );
}

export function Details({ session }: { session: Session }) {
  const own = new Set(session.mcp_servers);
  return (
    <>
      <Section title="Set-up">
        <Setup session={session} />
      </Section>
      {session.goal !== null && (
        <Section title="Goal">
          <p className="wrap-anywhere whitespace-pre-wrap">{session.goal}</p>
        </Section>
      )}
      <Names
        title="MCP servers"
        names={session.all_mcp_servers}
        note={(name) => (own.has(name) ? null : "from a plugin")}
      />
      <Names title="Skills" names={session.catalog_skills} />
      <Names title="Hooks" names={session.catalog_hooks} />
      <Names title="Plugins" names={session.catalog_plugins} />
      <Metadata title="Metadata of the caller" record={session.custom_metadata} />
      <Metadata title="Metadata of the service" record={session.metadata} />
    </>
  );
}
