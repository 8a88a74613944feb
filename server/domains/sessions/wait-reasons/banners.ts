import { type Banner, type BannerAction, type BannerKey, bannerKeys } from "./model.ts";
import type { Cloning, OAuthServer, SpotHold, WaitingFacts } from "./rules.ts";
import { type FormatTime, text } from "./text.ts";

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
const orNull = (at: number | null, formatTime: FormatTime): string | null =>
  at === null ? null : formatTime(at);
const time = (label: string, at: number | null, formatTime: FormatTime) =>
  detail(label, orNull(at, formatTime));
const open = (label: string, path: string | null): BannerAction | null =>
  path === null ? null : { kind: "open_in_browser", label, path };
const toPriority: BannerAction = {
  kind: "update_scheduling_class",
  label: text.makePriority,
  scheduling_class: "priority",
};

function pauseBanner({ pause }: WaitingFacts, { formatTime }: Context): BannerContent {
  if (!pause) return null;
  if (pause.why === "all_paused")
    return {
      tone: "info",
      headline: text.pause.headline(pause.why),
      body: [pause.detail],
      details: time(text.pause.since, pause.since, formatTime),
      action: open(text.hold.openQueue, "/queue"),
    };
  return {
    tone: "warning",
    headline: text.pause.headline(pause.why),
    body: [pause.detail, text.pause.resumes(pause.why)],
    details: time(text.pause.since, pause.since, formatTime),
    action: toPriority,
  };
}

function outageBanner({ park }: WaitingFacts, { formatTime, pages }: Context): BannerContent {
  if (!park || park.why === "consent") return null;
  const words = text.outage;
  return {
    tone: "warning",
    headline: words.headline[park.why],
    body: [words.cause[park.why], words.resumes(orNull(park.retryAt, formatTime))],
    details: [
      ...time(words.since, park.since, formatTime),
      ...time(words.nextAttempt, park.retryAt, formatTime),
      ...detail(words.response, park.detail),
    ],
    action: open(words.openAccounts, pages.inference),
    cause: park.why,
  };
}

/** A check later than this is stuck; the sweep reschedules it. */
const holdGraceMs = 10 * 60_000;

function holdBanner({ hold, now }: WaitingFacts, { formatTime }: Context): BannerContent {
  if (!hold) return null;
  const words = text.hold;
  if (hold.why === "budget_reached")
    return {
      tone: "info",
      headline: words.headline(hold.why),
      body: [
        hold.detail,
        ...(hold.retryAt === null ? [] : [words.nextCheck.budget(formatTime(hold.retryAt))]),
      ],
      details: time(words.since, hold.since, formatTime),
      action: open(words.openCosts, "/costs"),
    };
  if (hold.why === "all_paused" || hold.why === "unread")
    return {
      tone: "info",
      headline: words.headline(hold.why),
      body: [hold.detail],
      details: time(words.since, hold.since, formatTime),
      action: open(words.openQueue, "/queue"),
    };
  return {
    tone: "info",
    headline: words.headline(hold.why),
    body: [hold.detail, `${nextCheck(hold, now, formatTime)} ${words.notForPriority}`],
    details: [...time(words.since, hold.since, formatTime), ...time(words.next, hold.retryAt, formatTime)],
    action: toPriority,
  };
}

function nextCheck({ retryAt }: SpotHold, now: number, formatTime: FormatTime): string {
  const words = text.hold.nextCheck;
  if (retryAt === null) return words.whenGone;
  if (retryAt > now) return words.scheduled(formatTime(retryAt));
  return now - retryAt <= holdGraceMs ? words.due : words.overdue;
}

function admissionBanner({ admission }: WaitingFacts, { formatTime }: Context): BannerContent {
  if (!admission) return null;
  const { running, at } = admission;
  return {
    tone: "info",
    headline: text.admission.headline(running),
    body: [text.admission.body(running)],
    details: time(text.admission.at, at, formatTime),
    action: null,
  };
}

function cloningBanner(cloning: Cloning, { formatTime }: Context): BannerContent {
  const words = text.cloning;
  return {
    tone: "info",
    headline: words.headline(cloning),
    body: [words.body(cloning), words.next],
    details: time(words.since, cloning.since, formatTime),
    action: null,
  };
}

/** A turn is queued until its agent runs. */
function queuedTurnBanner(facts: WaitingFacts, context: Context): BannerContent {
  const { status, turn, lane, cloning, missingSpace } = facts;
  if (cloning && status !== "archived") return cloningBanner(cloning, context);
  const { formatTime } = context;
  if (status !== "waiting" || !turn || !lane) return null;
  if (missingSpace !== null)
    return {
      tone: "warning",
      headline: text.diskSpace.headline,
      body: [text.diskSpace.body(missingSpace)],
      details: time(text.diskSpace.since, turn.since, formatTime),
      action: open(text.diskSpace.open, "/settings/data"),
    };
  if (turn.retry) {
    const { at, ofClone } = turn.retry;
    const words = ofClone ? text.retry.clone : text.retry;
    return {
      tone: ofClone ? "warning" : "info",
      headline: words.headline(orNull(at, formatTime)),
      body: [words.body],
      ...(ofClone && { cause: "clone" as const }),
      details: [
        ...time(text.retry.since, turn.since, formatTime),
        ...detail(text.retry.error, turn.retry.detail),
      ],
      action: null,
    };
  }
  const words = text.queuedTurn;
  const { starts } = words;
  const { victim, busyAgents } = lane;
  const headline = words.headline(busyAgents);
  const since = time(words.since, turn.since, formatTime);
  if (!victim) return { tone: "info", headline, body: [starts], details: since, action: null };
  return {
    tone: "info",
    headline,
    body: [starts, words.wouldStop(victim.id)],
    details: [...since, { label: words.stopped, value: words.victim(victim, formatTime(victim.startedAt)) }],
    action: { kind: "force_start", label: words.startNow, expected_victim_id: victim.id },
  };
}

const servers = (list: readonly OAuthServer[]) =>
  list.map(({ server_name, server_url }) => ({ label: server_name, value: server_url }));
const namesOf = (list: readonly OAuthServer[]) => list.map(({ server_name }) => server_name);

function reconnectBanner({ reconnect }: WaitingFacts, { pages }: Context): BannerContent {
  if (!reconnect || reconnect.length === 0) return null;
  return {
    tone: "warning",
    headline: text.signIn.again(namesOf(reconnect)),
    body: [text.signIn.stoppedWorking],
    details: servers(reconnect),
    action: open(text.signIn.openConnectors, pages.connectors),
  };
}

function consentBanner({ consent, park }: WaitingFacts, { pages }: Context): BannerContent {
  if (!consent || consent.length === 0) return null;
  return {
    tone: "warning",
    headline: text.signIn.headline(namesOf(consent)),
    body: [text.signIn.required(park?.why === "consent")],
    details: servers(consent),
    action: open(text.signIn.openConnectors, pages.connectors),
  };
}

function lostQuestionBanner({ lost }: WaitingFacts): BannerContent {
  if (!lost) return null;
  const { reason, summary } = lost;
  const words = text.lostQuestion;
  return {
    tone: "warning",
    headline: words.headline[reason],
    body: [words.body[reason], words.next],
    details: detail(words.question, summary === "" ? null : summary),
    action: {
      kind: "follow_up",
      label: words.answerNow,
      prompt: summary === "" ? null : words.answer(summary),
    },
  };
}

function wakeBanner({ status, wake, now }: WaitingFacts, { formatTime }: Context): BannerContent {
  if (status !== "waiting" || !wake) return null;
  const words = text.wake;
  const isDue = wake.at !== null && wake.at <= now;
  const until = wake.at === null ? (wake.event ?? words.message) : formatTime(wake.at);
  return {
    tone: "info",
    headline: isDue ? words.due : words.asleepUntil(until),
    body: [words.body],
    details: wake.count > 1 ? [{ label: words.scheduled, value: String(wake.count) }] : [],
    action: { kind: "follow_up", label: words.sendMessage, prompt: null },
  };
}
