import { type Banner, type BannerAction, type BannerKey, bannerKeys } from "./model.ts";
import { type OAuthServer, type Say, type SpotHold, serverNames, type WaitingFacts } from "./rules.ts";

/** Where the board's pages are that a banner may lead to; null for one that is not there. */
export interface Pages {
  inference: string | null;
  connectors: string | null;
}

interface Context {
  say: Say;
  pages: Pages;
}

type Told = Omit<Banner, "key"> | null;

/** R50: what a person should know of a session that does not move, and what he can do. Nothing to say, no banner. */
export function bannersOf(facts: WaitingFacts, context: Context): Banner[] {
  return bannerKeys.flatMap((key) => {
    const told = tellers[key](facts, context);
    return told ? [{ key, ...told }] : [];
  });
}

const tellers: Record<BannerKey, (facts: WaitingFacts, context: Context) => Told> = {
  quota_limit_paused: tellPause,
  auth_outage: tellOutage,
  spot_hold: tellHold,
  starvation_admission: tellAdmission,
  queued_turn: tellQueuedTurn,
  mcp_oauth_reconnect: tellReconnect,
  mcp_oauth_required: tellConsent,
  lost_elicitation: tellLostQuestion,
  pending_wake: tellWake,
};

const detail = (label: string, value: string | null) => (value === null ? [] : [{ label, value }]);
const time = (label: string, at: number | null, say: Say) => detail(label, at === null ? null : say(at));
const open = (label: string, path: string | null): BannerAction | null =>
  path === null ? null : { kind: "open_in_browser", label, path };
const toPriority: BannerAction = {
  kind: "update_scheduling_class",
  label: "Make it priority",
  scheduling_class: "priority",
};

function tellPause({ pause }: WaitingFacts, { say }: Context): Told {
  if (!pause) return null;
  const preempted = pause.why === "preempted";
  return {
    tone: "warning",
    headline: preempted ? "Paused for a priority session" : "Paused to spare quota",
    body: [
      pause.detail,
      `It goes on by itself when ${preempted ? "a place is free again" : "there is quota to spare"}. A priority session goes on at once.`,
    ],
    details: time("Paused", pause.since, say),
    action: toPriority,
  };
}

function tellOutage({ park }: WaitingFacts, { say, pages }: Context): Told {
  if (!park || park.why === "consent") return null;
  const quota = park.why === "quota";
  const next =
    park.retryAt === null
      ? "The turn keeps its place and goes on by itself once that is put right."
      : `The turn keeps its place and goes on by itself at ${say(park.retryAt)}. Restart the session to try now.`;
  return {
    tone: "warning",
    headline: quota ? "Out of quota" : "The runtime's sign-in was refused",
    body: [
      quota
        ? "The account this runtime uses has no quota left."
        : "The provider does not take the credential.",
      next,
    ],
    details: [
      ...time("Waiting since", park.since, say),
      ...time("Next try", park.retryAt, say),
      ...detail("Provider's answer", park.detail),
    ],
    action: open("Accounts", pages.inference),
  };
}

/** A look that is later than this is stuck, and the sweep arms it again. */
const holdGraceMs = 10 * 60_000;

function tellHold({ hold, now }: WaitingFacts, { say }: Context): Told {
  if (!hold) return null;
  const when = hold.since === null ? "" : `At ${say(hold.since)}: `;
  return {
    tone: "info",
    headline:
      hold.why === "fleet_at_cap" ? "Waits for a place among spot sessions" : "Held back to spare quota",
    body: [`${when}${hold.detail}`, `${nextLook(hold, now, say)} A priority session does not wait for this.`],
    details: [...time("Held", hold.since, say), ...time("Looked at again", hold.retryAt, say)],
    action: toPriority,
  };
}

function nextLook({ retryAt }: SpotHold, now: number, say: Say): string {
  if (retryAt > now) return `It is looked at again at ${say(retryAt)}.`;
  return now - retryAt <= holdGraceMs
    ? "The next look is due now."
    : "The next look is overdue; it is set anew within minutes.";
}

function tellAdmission({ admission }: WaitingFacts, { say }: Context): Told {
  if (!admission) return null;
  return {
    tone: "info",
    headline: admission.running ? "Let in by age" : "Its last turn was let in by age",
    body: [
      admission.running
        ? "It had waited so long that it runs this one turn whatever the quota says."
        : "It had waited so long that it ran one turn whatever the quota said. The next one waits its turn again.",
    ],
    details: time("Let in", admission.at, say),
    action: null,
  };
}

function tellQueuedTurn({ status, turn, lane }: WaitingFacts, { say }: Context): Told {
  if (status !== "waiting" || !turn || !lane) return null;
  if (turn.retry) {
    const { at } = turn.retry;
    return {
      tone: "info",
      headline: at === null ? "Tried again soon" : `Tried again at ${say(at)}`,
      body: ["The last try ended in a passing error. Nothing is lost: the turn goes on where it stood."],
      details: [...time("Waiting since", turn.since, say), ...detail("The error", turn.retry.detail)],
      action: null,
    };
  }
  const { victim } = lane;
  const since = time("Queued", turn.since, say);
  const headline = "Queued for an agent thread";
  const starts = "The turn starts by itself as soon as a thread is free.";
  if (!victim) return { tone: "info", headline, body: [starts], details: since, action: null };
  return {
    tone: "info",
    headline,
    body: [
      `Every agent thread is taken. ${starts}`,
      `Starting it now stops the turn that began last, of session ${victim.id}, which is then queued again.`,
    ],
    details: [
      ...since,
      {
        label: "Would be stopped",
        value: `${victim.id} "${victim.title}", at work since ${say(victim.startedAt)}`,
      },
    ],
    action: { kind: "force_start", label: "Start now", expected_victim_id: victim.id },
  };
}

const servers = (list: readonly OAuthServer[]) =>
  list.map(({ server_name, server_url }) => ({ label: server_name, value: server_url }));

function tellReconnect({ reconnect }: WaitingFacts, { pages }: Context): Told {
  if (!reconnect || reconnect.length === 0) return null;
  return {
    tone: "warning",
    headline: `Sign in to ${serverNames(reconnect)} again`,
    body: ["The stored sign-in stopped working, so the agent cannot use these servers."],
    details: servers(reconnect),
    action: open("Connectors", pages.connectors),
  };
}

function tellConsent({ consent, park }: WaitingFacts, { pages }: Context): Told {
  if (!consent || consent.length === 0) return null;
  const now =
    park?.why === "consent"
      ? "Nothing runs until then; afterwards the turn goes on by itself."
      : "The agent works without them until then.";
  return {
    tone: "warning",
    headline: `Sign in to ${serverNames(consent)}`,
    body: [`The session uses servers that need your consent. ${now}`],
    details: servers(consent),
    action: open("Connectors", pages.connectors),
  };
}

function tellLostQuestion({ lost }: WaitingFacts): Told {
  if (!lost) return null;
  const expired = lost.reason === "expired";
  return {
    tone: "warning",
    headline: expired ? "A question was not answered in time" : "A question was lost",
    body: [
      expired
        ? "The agent asked you something, its time ran out, and the agent went on without an answer."
        : "The agent asked you something and stopped before it was answered.",
      "A message that answers it starts the next turn.",
    ],
    details: detail("The question", lost.summary === "" ? null : lost.summary),
    action: { kind: "follow_up", label: "Answer now", prompt: answerTo(lost.summary) },
  };
}

const answerTo = (question: string): string | null =>
  question === "" ? null : `You asked: "${question}"\n\nMy answer: `;

function tellWake({ status, wake, now }: WaitingFacts, { say }: Context): Told {
  if (status !== "waiting" || !wake) return null;
  const isDue = wake.at !== null && wake.at <= now;
  const until = wake.at === null ? (wake.event ?? "it is told") : say(wake.at);
  return {
    tone: "info",
    headline: isDue ? "Its time to wake has come" : `Asleep until ${until}`,
    body: ["It wakes by itself then. A message reaches it at once, and it sleeps again afterwards."],
    details: wake.count > 1 ? [{ label: "Wakes set", value: String(wake.count) }] : [],
    action: { kind: "follow_up", label: "Write to it now", prompt: null },
  };
}
