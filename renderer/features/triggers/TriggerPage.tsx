import { getRouteApi, Link, useNavigate, useParams } from "@tanstack/react-router";
import { ArrowLeft, Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Trigger, TriggeredSession } from "../../../server/domains/automation/triggers/model.ts";
import { Button } from "../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../ui/SettingsSection.tsx";
import { toastSuccess } from "../../ui/toasts.ts";
import { StatusBadge } from "../sessions/StatusBadge.tsx";
import { useDeleteTrigger, useTrigger } from "./api.ts";
import { InvokeDialog } from "./InvokeDialog.tsx";
import { NotYet } from "./NotYet.tsx";
import { BadgeNotes, TriggerBadges } from "./TriggerBadges.tsx";
import { TriggerSwitch } from "./TriggerRow.tsx";
import { endDraft } from "./use-form.ts";
import { capWords, classWords, countWords } from "./view-model.ts";

const route = getRouteApi("/triggers/$id");

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-faint">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}

function SessionLink({ id, children }: { id: number; children: ReactNode }) {
  return (
    <Link to="/sessions/$id" params={{ id: String(id) }} className="text-accent hover:underline">
      {children}
    </Link>
  );
}

function Reuse({ trigger }: { trigger: Trigger }) {
  if (!trigger.reuse_session) return "No, each fire starts a new one";
  const { last_session_id: target, enqueue_messages, resuscitate_archived } = trigger;
  const also = [
    ...(enqueue_messages ? ["queues behind a running turn"] : []),
    ...(resuscitate_archived ? ["restores it from the trash"] : []),
  ];
  return (
    <>
      {target === null ? (
        "Yes, from the next session on"
      ) : (
        <SessionLink id={target}>Session {target}</SessionLink>
      )}
      {also.length > 0 && `; ${also.join(", ")}`}
    </>
  );
}

function Facts({ trigger }: { trigger: Trigger }) {
  const equipment = [
    ...trigger.mcp_servers,
    ...trigger.catalog_skills,
    ...trigger.catalog_hooks,
    ...trigger.catalog_plugins,
  ];
  return (
    <dl className="grid grid-cols-[8rem_1fr] gap-x-4 gap-y-1.5 text-sm">
      <Fact label="Agent root">{trigger.agent_root_name}</Fact>
      <Fact label="Last fired">
        {trigger.last_triggered_at === null ? (
          "Never"
        ) : (
          <RelativeTime instant={trigger.last_triggered_at} spoken />
        )}
      </Fact>
      <Fact label="Started">{countWords(trigger.sessions_created_count)}</Fact>
      <Fact label="Limit">{capWords(trigger)}</Fact>
      <Fact label="Class">{classWords(trigger)}</Fact>
      <Fact label="Precedence">{trigger.precedence ?? "Default"}</Fact>
      <Fact label="Goal">{trigger.goal ?? "The agent root's"}</Fact>
      <Fact label="Reuses a session">
        <Reuse trigger={trigger} />
      </Fact>
      <Fact label="While one is active">
        {trigger.skip_if_pending_session
          ? "Starts no session while another one is waiting or running"
          : "Starts another"}
      </Fact>
      <Fact label="Equipment">{equipment.length === 0 ? "The agent root's" : equipment.join(", ")}</Fact>
    </dl>
  );
}

function Conditions({ trigger }: { trigger: Trigger }) {
  return (
    <SettingsSection title="Conditions">
      <div className="flex flex-col gap-3">
        {trigger.conditions.length === 0 ? (
          <p className="text-sm text-soft">No conditions. This trigger starts when it is invoked.</p>
        ) : (
          <>
            <ul aria-label="Conditions" className="flex list-disc flex-col gap-1 ps-4 text-sm">
              {trigger.conditions.map(({ id, description }) => (
                <li key={id}>{description}</li>
              ))}
            </ul>
            <NotYet />
          </>
        )}
      </div>
    </SettingsSection>
  );
}

function RecentSessions({ sessions }: { sessions: readonly TriggeredSession[] }) {
  return (
    <SettingsSection title="Recent sessions">
      {sessions.length === 0 ? (
        <p className="text-sm text-soft">No sessions yet. Sessions it starts appear here.</p>
      ) : (
        <ul aria-label="Recent sessions" className="-my-1.5">
          {sessions.map(({ id, title, status, created_at }) => (
            <li
              key={id}
              className="flex items-center gap-3 border-b border-line py-1.5 text-sm last:border-0"
            >
              <span className="min-w-0 flex-1 truncate">
                <SessionLink id={id}>{title}</SessionLink>
              </span>
              <RelativeTime instant={created_at} className="text-xs text-faint" />
              <StatusBadge status={status} />
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

function Buttons({ trigger, onInvoke }: { trigger: Trigger; onInvoke(): void }) {
  const navigate = useNavigate();
  const remove = useDeleteTrigger();
  const [asked, setAsked] = useState<Confirmation | null>(null);
  const askToDelete = (): void =>
    setAsked({
      title: `Delete “${trigger.name}”?`,
      description:
        "The trigger and its conditions are permanently deleted and removed from integrations. Sessions it started are kept.",
      actionLabel: "Delete trigger",
      mustType: { text: trigger.name.trim(), hint: "The trigger name." },
      async run() {
        await remove.mutateAsync(trigger);
        endDraft(trigger);
        toastSuccess(`“${trigger.name}” was deleted`);
        await navigate({ to: "/triggers" });
      },
    });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <TriggerSwitch trigger={trigger} />
      <Link
        to="/triggers/$id/edit"
        params={{ id: String(trigger.id) }}
        className="inline-flex h-8 items-center rounded-md border border-line-strong bg-surface px-3 text-sm font-medium hover:bg-hover pointer-coarse:h-10"
      >
        Edit
      </Link>
      <Button onClick={askToDelete}>Delete</Button>
      <Button variant="primary" onClick={onInvoke}>
        <Play aria-hidden className="size-3.5" />
        Invoke
      </Button>
      <ConfirmDialog confirmation={asked} onClose={() => setAsked(null)} />
    </div>
  );
}

function Body({ trigger, sessions }: { trigger: Trigger; sessions: readonly TriggeredSession[] }) {
  const navigate = route.useNavigate();
  const { invoke: invoking } = route.useSearch();
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <PageTitle className="text-xl font-semibold wrap-anywhere">{trigger.name}</PageTitle>
          <TriggerBadges trigger={trigger} />
        </div>
        <Buttons trigger={trigger} onInvoke={() => void navigate({ search: { invoke: true } })} />
      </header>
      <BadgeNotes trigger={trigger} />
      {trigger.last_error !== null && (
        <ErrorAlert title="The trigger failed" messages={[trigger.last_error]} />
      )}
      <SettingsSection
        title="Prompt"
        description="Text in double braces is filled in when the trigger fires."
      >
        <pre className="font-mono text-xs wrap-anywhere whitespace-pre-wrap">{trigger.prompt_template}</pre>
      </SettingsSection>
      <Conditions trigger={trigger} />
      <SettingsSection title="Sessions it starts">
        <Facts trigger={trigger} />
      </SettingsSection>
      <RecentSessions sessions={sessions} />
      {invoking && (
        <InvokeDialog trigger={trigger} onClose={() => void navigate({ search: {}, replace: true })} />
      )}
    </>
  );
}

export function TriggerPage() {
  const { id = "" } = useParams({ strict: false });
  const query = useTrigger(id);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-4 px-4 pt-3 pb-10">
        <Link
          to="/triggers"
          className="inline-flex items-center gap-1 self-start py-1 text-xs text-soft hover:text-ink"
        >
          <ArrowLeft aria-hidden className="size-3.5 rtl:-scale-x-100" />
          All triggers
        </Link>
        <QueryContent query={query} what="the trigger">
          {({ trigger, recent_sessions }) => <Body trigger={trigger} sessions={recent_sessions} />}
        </QueryContent>
      </div>
    </div>
  );
}
