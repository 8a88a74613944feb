import { type Banner, type BannerAction, type BannerKey, bannerKeys } from "./model.ts";
import { type FormatTime, type OAuthServer, type SpotHold, serverNames, type WaitingFacts } from "./rules.ts";

/** The paths of board pages that a banner may link to; null if the page does not exist. */
export interface Pages {
  inference: string | null;
  connectors: string | null;
}

interface Context {
  formatTime: FormatTime;
  pages: Pages;
}

type BannerContent = Omit<Banner, "key"> | null;

/** R50: what a person should know about a session that is waiting, and what they can do. */
export function bannersOf(facts: WaitingFacts, context: Context): Banner[] {
  return bannerKeys.flatMap((key) => {
    const content = builders[key](facts, context);
    return content ? [{ key, ...content }] : [];
  });
}

const builders: Record<BannerKey, (facts: WaitingFacts, context: Context) => BannerContent> = {
  quota_limit_paused: pauseBanner,
  auth_outage: outageBanner,
  spot_hold: holdBanner,
  starvation_admission: admissionBanner,
  queued_turn: queuedTurnBanner,
  mcp_oauth_reconnect: reconnectBanner,
  mcp_oauth_required: consentBanner,
  lost_elicitation: lostQuestionBanner,
  pending_wake: wakeBanner,
};

const detail = (label: string, value: string | null) => (value === null ? [] : [{ label, value }]);
const time = (label: string, at: number | null, formatTime: FormatTime) =>
  detail(label, at === null ? null : formatTime(at));
const open = (label: string, path: string | null): BannerAction | null =>
  path === null ? null : { kind: "open_in_browser", label, path };
const toPriority: BannerAction = {
  kind: "update_scheduling_class",
  label: "Make it priority",
  scheduling_class: "priority",
};

function pauseBanner({ pause }: WaitingFacts, { formatTime }: Context): BannerContent {
  if (!pause) return null;
  const preempted = pause.why === "preempted";
  return {
    tone: "warning",
    headline: preempted ? "Paused for a priority session" : "Paused to save quota",
    body: [
      pause.detail,
      `It resumes automatically when ${preempted ? "a spot session can run again" : "there is enough quota"}. Priority sessions resume immediately.`,
    ],
    details: time("Paused", pause.since, formatTime),
    action: toPriority,
  };
}

function outageBanner({ park }: WaitingFacts, { formatTime, pages }: Context): BannerContent {
  if (!park || park.why === "consent") return null;
  const quota = park.why === "quota";
  const next =
    park.retryAt === null
      ? "The turn keeps its place and resumes automatically once this is fixed."
      : `The turn keeps its place and resumes automatically at ${formatTime(park.retryAt)}. Restart the session to try now.`;
  return {
    tone: "warning",
    headline: quota ? "Out of quota" : "The runtime's sign-in was rejected",
    body: [
      quota ? "The account this runtime uses has no quota left." : "The provider rejected the credential.",
      next,
    ],
    details: [
      ...time("Waiting since", park.since, formatTime),
      ...time("Next attempt", park.retryAt, formatTime),
      ...detail("Provider's response", park.detail),
    ],
    action: open("Accounts", pages.inference),
  };
}

/** A check later than this is stuck; the sweep reschedules it. */
const holdGraceMs = 10 * 60_000;

function holdBanner({ hold, now }: WaitingFacts, { formatTime }: Context): BannerContent {
  if (!hold) return null;
  const when = hold.since === null ? "" : `At ${formatTime(hold.since)}: `;
  return {
    tone: "info",
    headline: hold.why === "fleet_at_cap" ? "Waiting for other spot sessions" : "Held to save quota",
    body: [
      `${when}${hold.detail}`,
      `${nextCheck(hold, now, formatTime)} Priority sessions do not wait for this.`,
    ],
    details: [...time("Held", hold.since, formatTime), ...time("Next check", hold.retryAt, formatTime)],
    action: toPriority,
  };
}

function nextCheck({ retryAt }: SpotHold, now: number, formatTime: FormatTime): string {
  if (retryAt > now) return `The next check is at ${formatTime(retryAt)}.`;
  return now - retryAt <= holdGraceMs
    ? "The next check is due now."
    : "The next check is overdue and will be rescheduled within minutes.";
}

function admissionBanner({ admission }: WaitingFacts, { formatTime }: Context): BannerContent {
  if (!admission) return null;
  return {
    tone: "info",
    headline: admission.running
      ? "Admitted after a long wait"
      : "Its last turn was admitted after a long wait",
    body: [
      admission.running
        ? "It waited so long that it may run this one turn regardless of quota."
        : "It waited so long that it ran one turn regardless of quota. The next turn waits again.",
    ],
    details: time("Admitted", admission.at, formatTime),
    action: null,
  };
}

function queuedTurnBanner({ status, turn, lane }: WaitingFacts, { formatTime }: Context): BannerContent {
  if (status !== "waiting" || !turn || !lane) return null;
  if (turn.retry) {
    const { at } = turn.retry;
    return {
      tone: "info",
      headline: at === null ? "Retrying soon" : `Retrying at ${formatTime(at)}`,
      body: ["The last attempt ended in a temporary error. The turn continues where it left off."],
      details: [...time("Waiting since", turn.since, formatTime), ...detail("Error", turn.retry.detail)],
      action: null,
    };
  }
  const { victim } = lane;
  const since = time("Queued", turn.since, formatTime);
  const headline = "Queued for an agent thread";
  const starts = "The turn starts automatically as soon as a thread is free.";
  if (!victim) return { tone: "info", headline, body: [starts], details: since, action: null };
  return {
    tone: "info",
    headline,
    body: [
      `All agent threads are busy. ${starts}`,
      `Starting it now stops the most recently started turn, in session ${victim.id}, and queues that turn again.`,
    ],
    details: [
      ...since,
      {
        label: "Would be stopped",
        value: `${victim.id} "${victim.title}", running since ${formatTime(victim.startedAt)}`,
      },
    ],
    action: { kind: "force_start", label: "Start now", expected_victim_id: victim.id },
  };
}

const servers = (list: readonly OAuthServer[]) =>
  list.map(({ server_name, server_url }) => ({ label: server_name, value: server_url }));

function reconnectBanner({ reconnect }: WaitingFacts, { pages }: Context): BannerContent {
  if (!reconnect || reconnect.length === 0) return null;
  return {
    tone: "warning",
    headline: `Sign in to ${serverNames(reconnect)} again`,
    body: ["The stored sign-in stopped working, so the agent cannot use these servers."],
    details: servers(reconnect),
    action: open("Connectors", pages.connectors),
  };
}

function consentBanner({ consent, park }: WaitingFacts, { pages }: Context): BannerContent {
  if (!consent || consent.length === 0) return null;
  const now =
    park?.why === "consent"
      ? "The turn waits until then and resumes automatically afterwards."
      : "The agent works without them until then.";
  return {
    tone: "warning",
    headline: `Sign in to ${serverNames(consent)}`,
    body: [`The session uses servers that need your consent. ${now}`],
    details: servers(consent),
    action: open("Connectors", pages.connectors),
  };
}

function lostQuestionBanner({ lost }: WaitingFacts): BannerContent {
  if (!lost) return null;
  const expired = lost.reason === "expired";
  return {
    tone: "warning",
    headline: expired ? "A question was not answered in time" : "A question was lost",
    body: [
      expired
        ? "The agent asked you something. Time ran out, and it continued without an answer."
        : "The agent asked you something and stopped before you answered.",
      "Send a message with your answer to start the next turn.",
    ],
    details: detail("Question", lost.summary === "" ? null : lost.summary),
    action: { kind: "follow_up", label: "Answer now", prompt: answerTo(lost.summary) },
  };
}

const answerTo = (question: string): string | null =>
  question === "" ? null : `You asked: "${question}"\n\nMy answer: `;

function wakeBanner({ status, wake, now }: WaitingFacts, { formatTime }: Context): BannerContent {
  if (status !== "waiting" || !wake) return null;
  const isDue = wake.at !== null && wake.at <= now;
  const until = wake.at === null ? (wake.event ?? "it gets a message") : formatTime(wake.at);
  return {
    tone: "info",
    headline: isDue ? "Due to wake now" : `Asleep until ${until}`,
    body: ["It wakes automatically. A message wakes it now, and it sleeps again afterwards."],
    details: wake.count > 1 ? [{ label: "Scheduled wakes", value: String(wake.count) }] : [],
    action: { kind: "follow_up", label: "Send a message now", prompt: null },
  };
}
