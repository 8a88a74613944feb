import { readableText } from "../../../lib/character-rules.ts";
import { utcMinute } from "../../../lib/instant.ts";
import type { CardReason, CardVerdict } from "./card-rules.ts";
import { cardSeconds } from "./model.ts";
import type { Missing, SpendingVerdict } from "./rules.ts";

/** Not a constant: the first use of a locale maps 5 MB that stay in memory. */
const eitherOf = (names: readonly string[]): string =>
  new Intl.ListFormat("en", { type: "disjunction" }).format(names);

/** The words of live conversations, for people and for the model. */
export const text = {
  label: "Live mode",
  modes: { text: "Text", voice: "Voice" },

  missing: (missing: Missing, variables: readonly string[]): string => {
    switch (missing) {
      case "no_key":
        return `There is no key for the provider; add one in the settings of live mode, or set ${eitherOf(variables)}`;
    }
  },

  keyRefused: (at: number, variables: readonly string[]): string =>
    `The provider refused the key at ${utcMinute(at)}. The next message or call asks it again; if it refuses again, check the key in the settings of live mode, or ${eitherOf(variables)}`,

  spending: (verdict: Exclude<SpendingVerdict, "within">, dollars: number): string =>
    verdict === "day_limit"
      ? `Today's limit of $${dollars.toFixed(2)} for live conversations is reached; the owner can raise it in the settings of live mode`
      : `This conversation reached its limit of $${dollars.toFixed(2)}; start a new one, or raise the limit in the settings of live mode`,

  preparationFailed: (why: string): string => `The conversation could not be prepared: ${why}`,
  serviceProblem: "Something went wrong in the service; send the message again",
  /** A transcription that never came. */
  notUnderstood: "(not understood)",
  emptyAnswer: "(no answer)",

  settingsWarning: (parts: readonly string[]): string =>
    `The provider refused ${parts.length === 0 ? "a setting" : parts.join(", ")}; this call uses its defaults`,

  /** What the model reads as the result of a tool. */
  tool: {
    unknown: (name: string): string => `There is no tool named ${name} in this conversation.`,
    tooLong: "The arguments are too long; send less.",
    notJson: "The arguments are not a JSON object.",
    failed: "The tool failed. Say so, and do not try it again by yourself.",
    unfinished:
      "The service stopped while this ran. Whether it was done is not known: look first, and do not do it again without asking.",
    notRun: "This was not run: the conversation ended.",
    ask: (id: number, act: string, reason: CardReason): string =>
      [
        `Not done yet. ${reasons[reason]} The person sees a card with "Do it" and "No".`,
        `Read back in one sentence what you are about to do (${act}) and ask for a yes.`,
        `When the person has answered, call answer_card with card_id ${id}. It is refused after ${cardSeconds} seconds.`,
      ].join(" "),
    refused: "The person said no. Nothing was done.",
    verdict: (verdict: Exclude<CardVerdict, "take">): string => verdicts[verdict],
    noCard: (id: number): string => `There is no open card ${id}.`,
  },

  act: (tool: string, input: Readonly<Record<string, unknown>>): string => {
    const action = typeof input["action"] === "string" ? input["action"] : "";
    const name = [tool, action].filter((part) => part !== "").join(" ");
    const plain = acts[name] ?? acts[tool] ?? name.replaceAll("_", " ");
    const targetOf = targets[name] ?? targets[tool];
    const target = targetOf ? targetOf(input) : numbered(input["session_id"]);
    return target === "" ? plain : `${plain}: ${target}`;
  },

  cardTool: {
    description: "Passes on the person's spoken or typed answer to a card. Only after the person answered.",
    cardId: "The id of the card, as the tool's answer had it",
  },
};

const reasons: Readonly<Record<CardReason, string>> = {
  irreversible: "This cannot be undone.",
  expensive: "This may spend much.",
  many_sessions: "This touches more than five sessions.",
};

const verdicts: Readonly<Record<Exclude<CardVerdict, "take">, string>> = {
  expired: "Nobody answered in time, so nothing was done. Offer to ask again.",
  not_asked: "The person has not answered yet. Ask, and wait for the answer.",
  unclear: 'The answer was not a clear yes. Ask again, or say that the card has a button "Do it".',
};

const acts: Readonly<Record<string, string>> = {
  start_session: "Start a session",
  quick_router: "Start a session",
  merge_pull_requests: "Merge the pull requests of",
  respond_to_elicitation: "Accept a question",
  "action_trigger delete": "Delete a trigger",
  "action_trigger invoke": "Fire a trigger",
  "manage_enqueued_messages delete": "Delete a queued message",
  "action_session archive": "Archive a session and discard its queued messages",
  "action_session bulk_archive": "Archive",
  "action_session refresh_all": "Refresh all sessions",
  "action_session follow_up": "Send a message to a session",
};

type Input = Readonly<Record<string, unknown>>;

const numbered = (value: unknown): string =>
  typeof value === "number" || typeof value === "string" ? `#${readableText(String(value), 40)}` : "";

const words = (value: unknown, most: number): string =>
  typeof value === "string" ? readableText(value, most) : "";

const mostNamed = 30;

function namedSessions({ session_ids: ids }: Input): string {
  const all = Array.isArray(ids) ? ids.map(Number) : [];
  const left = all.length > mostNamed ? `, and ${all.length - mostNamed} more` : "";
  return `${all.length} sessions (${all.slice(0, mostNamed).join(", ")}${left})`;
}

function newSession({ git_root: repository, agent_root: root, prompt }: Input): string {
  const where = [words(root, 80), words(repository, 80)].find((text) => text !== "");
  return [where, words(prompt, 120)].filter(Boolean).join(": ");
}

/** What each act is done to: what its tool reads, since the model may send more than that. */
const targets: Readonly<Record<string, (input: Input) => string>> = {
  start_session: newSession,
  quick_router: newSession,
  merge_pull_requests: namedSessions,
  "action_session bulk_archive": namedSessions,
  action_trigger: ({ id }) => numbered(id),
  manage_enqueued_messages: ({ message_id: message, session_id: session }) =>
    `${numbered(message)} of session ${numbered(session)}`,
  respond_to_elicitation: ({ request_id: id, content }) =>
    `${words(id, 60)} ${readableText(JSON.stringify(content ?? {}), 160)}`,
};
