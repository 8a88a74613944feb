import { getRouteApi, Link, useNavigate, useParams } from "@tanstack/react-router";
import { ArrowLeft, Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import type {
  HistoryEntry,
  Trigger,
  TriggerCondition,
  TriggeredSession,
} from "../../../server/domains/automation/triggers/model.ts";
import { localizeTimes, scheduleByLocale, useMinute } from "../../lib/time.ts";
import { Button } from "../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { Fact } from "../../ui/Fact.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../ui/SettingsSection.tsx";
import { toastSuccess } from "../../ui/toasts.ts";
import { text as sandboxText } from "../sandbox/text.ts";
import { KnownStatusBadge } from "../sessions/KnownStatusBadge.tsx";
import { useDeleteTrigger, useTrigger } from "./api.ts";
import { TryItDialog } from "./conditions/TryItDialog.tsx";
import { text as conditionText } from "./conditions/text.ts";
import { HistoryList } from "./HistoryList.tsx";
import { InvokeDialog } from "./InvokeDialog.tsx";
import { BadgeNotes, TriggerBadges } from "./TriggerBadges.tsx";
import { NextRun, TriggerSwitch } from "./TriggerRow.tsx";
import { text } from "./text.ts";
import { endDraft } from "./use-form.ts";
import { classText } from "./view-model.ts";

const route = getRouteApi("/triggers/$id");

function SessionLink({ id, children }: { id: number; children: ReactNode }) {
  return (
    <Link to="/sessions/$id" params={{ id: String(id) }} className="text-accent hover:underline">
      {children}
    </Link>
  );
}

function Reuse({ trigger }: { trigger: Trigger }) {
  if (!trigger.reuse_session) return text.page.noReuse;
  const { last_session_id: target, enqueue_messages, resuscitate_archived } = trigger;
  const details = [
    ...(enqueue_messages ? [text.page.queues] : []),
    ...(resuscitate_archived ? [text.page.restores] : []),
  ];
  return (
    <>
      {target === null ? (
        text.page.reusesNext
      ) : (
        <SessionLink id={target}>{text.page.session(target)}</SessionLink>
      )}
      {details.length > 0 && `; ${details.join(", ")}`}
    </>
  );
}

function Facts({ trigger }: { trigger: Trigger }) {
  const extensions = [
    ...trigger.mcp_servers,
    ...trigger.catalog_skills,
    ...trigger.catalog_hooks,
    ...trigger.catalog_plugins,
  ];
  return (
    <dl className="grid grid-cols-[8rem_1fr] gap-x-4 gap-y-1.5 text-sm">
      <Fact label={text.page.root}>{trigger.agent_root_name}</Fact>
      <Fact label={text.page.lastFired}>
        {trigger.last_triggered_at === null ? (
          text.page.never
        ) : (
          <RelativeTime instant={trigger.last_triggered_at} spoken />
        )}
      </Fact>
      {trigger.next_fire_at !== null && (
        <Fact label={text.page.nextRun}>
          <NextRun trigger={trigger} />
        </Fact>
      )}
      <Fact label={text.page.started}>{text.sessions(trigger.sessions_created_count)}</Fact>
      <Fact label={text.page.limit}>{text.limit(trigger)}</Fact>
      <Fact label={text.page.class}>{classText(trigger)}</Fact>
      <Fact label={text.page.precedence}>{trigger.precedence ?? text.page.default}</Fact>
      <Fact label={sandboxText.label}>
        {trigger.sandbox === null ? text.page.fromRepository : sandboxText.levels[trigger.sandbox]}
      </Fact>
      <Fact label={text.page.goal}>{trigger.goal ?? text.page.fromRoot}</Fact>
      <Fact label={text.page.reuses}>
        <Reuse trigger={trigger} />
      </Fact>
      <Fact label={text.page.whileActive}>
        {trigger.skip_if_pending_session ? text.page.skips : text.page.startsAnother}
      </Fact>
      <Fact label={text.page.extensions}>
        {extensions.length === 0 ? text.page.fromRoot : extensions.join(", ")}
      </Fact>
    </dl>
  );
}

interface ConditionProps {
  condition: TriggerCondition;
  onTry(): void;
}

function ConditionItem({ condition: { description, problem, last_polled_at }, onTry }: ConditionProps) {
  const now = useMinute();
  return (
    <li>
      <span className="wrap-anywhere">{scheduleByLocale(description)}</span>{" "}
      <button
        type="button"
        onClick={onTry}
        className="text-xs text-accent hover:underline pointer-coarse:py-2"
      >
        {conditionText.tryIt.button}
      </button>
      {problem === null ? (
        last_polled_at !== null && (
          <span className="block text-xs text-faint">
            {text.conditions.read} <RelativeTime instant={last_polled_at} spoken />
          </span>
        )
      ) : (
        <span className="block text-xs text-needs">{localizeTimes(problem, now)}.</span>
      )}
    </li>
  );
}

function Conditions({ trigger }: { trigger: Trigger }) {
  const [trying, setTrying] = useState<TriggerCondition | null>(null);
  return (
    <SettingsSection title={text.page.conditions}>
      <div className="flex flex-col gap-3">
        {trigger.conditions.length === 0 ? (
          <p className="text-sm text-soft">{text.page.noConditions}</p>
        ) : (
          <ul aria-label={text.page.conditions} className="flex list-disc flex-col gap-1 ps-4 text-sm">
            {trigger.conditions.map((condition) => (
              <ConditionItem key={condition.id} condition={condition} onTry={() => setTrying(condition)} />
            ))}
          </ul>
        )}
      </div>
      {trying && (
        <TryItDialog
          sentence={scheduleByLocale(trying.description)}
          condition={{
            condition_type: trying.condition_type,
            configuration: trying.configuration,
            prompt_template: trigger.prompt_template,
            coalesce_window_seconds: trigger.coalesce_window_seconds,
            max_sessions_per_minute: trigger.max_sessions_per_minute,
            skip_if_pending_session: trigger.skip_if_pending_session,
            reuse_session: trigger.reuse_session,
            enqueue_messages: trigger.enqueue_messages,
            trigger_id: trigger.id,
          }}
          onClose={() => setTrying(null)}
        />
      )}
    </SettingsSection>
  );
}

function RecentSessions({ sessions }: { sessions: readonly TriggeredSession[] }) {
  return (
    <SettingsSection title={text.page.recent}>
      {sessions.length === 0 ? (
        <p className="text-sm text-soft">{text.page.noRecent}</p>
      ) : (
        <ul aria-label={text.page.recent} className="-my-1.5">
          {sessions.map(({ id, title, status, created_at }) => (
            <li
              key={id}
              className="flex items-center gap-3 border-b border-line py-1.5 text-sm last:border-0"
            >
              <span className="min-w-0 flex-1 truncate">
                <SessionLink id={id}>{title}</SessionLink>
              </span>
              <RelativeTime instant={created_at} className="text-xs text-faint" />
              <KnownStatusBadge id={id} status={status} />
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
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const askToDelete = (): void =>
    setConfirmation({
      title: text.deletion.title(trigger.name),
      description: text.deletion.description,
      actionLabel: text.deletion.confirm,
      mustType: { text: trigger.name.trim(), hint: text.deletion.hint },
      async run() {
        await remove.mutateAsync(trigger);
        endDraft(trigger);
        toastSuccess(text.deletion.done(trigger.name));
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
        {text.page.edit}
      </Link>
      <Button onClick={askToDelete}>{text.page.delete}</Button>
      <Button variant="primary" onClick={onInvoke}>
        <Play aria-hidden className="size-3.5" />
        {text.page.invoke}
      </Button>
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </div>
  );
}

interface BodyProps {
  trigger: Trigger;
  sessions: readonly TriggeredSession[];
  history: readonly HistoryEntry[];
}

function Body({ trigger, sessions, history }: BodyProps) {
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
        <ErrorAlert title={text.page.failed} messages={[trigger.last_error, text.page.rearm]} />
      )}
      <SettingsSection title={text.template.title} description={text.page.promptHint}>
        <pre className="font-mono text-xs wrap-anywhere whitespace-pre-wrap">{trigger.prompt_template}</pre>
      </SettingsSection>
      <Conditions trigger={trigger} />
      <SettingsSection title={text.page.sessions}>
        <Facts trigger={trigger} />
      </SettingsSection>
      <HistoryList entries={history} />
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
          {text.page.all}
        </Link>
        <QueryContent query={query} what={text.loading.trigger}>
          {({ trigger, recent_sessions, history }) => (
            <Body trigger={trigger} sessions={recent_sessions} history={history} />
          )}
        </QueryContent>
      </div>
    </div>
  );
}
