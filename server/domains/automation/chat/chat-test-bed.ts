import { slackToken, startFakeSlack } from "../../../../test/support/slack.ts";
import { openWatcherBed } from "../triggers/watcher-test-bed.ts";
import { type ChatDeps, chatService } from "./service.ts";

export const ada = "U0ADA0000";
export const bob = "U0BOB0000";
export const orchard = "C0ORCHARD";
export const yard = "C0YARD000";
export const directOfAda = "D0ADA0000";

async function startOrchardSlack() {
  const slack = await startFakeSlack();
  slack.channel(orchard, { name: "orchard" });
  slack.channel(yard, { name: "yard" });
  slack.channel(directOfAda);
  slack.person(ada, "Ada");
  slack.person(bob, "Bob");
  return slack;
}

/** A token as the owner gave it. */
function heldToken(given: string | null): ChatDeps["token"] {
  let token = given;
  return {
    current: () => token,
    source: () => (token === null ? null : "board"),
    write: (value) => void (token = value),
    remove: () => void (token = null),
  };
}

/** Triggers on a database of their own, with a fake Slack on loopback. What is due runs when the test says so. */
export async function openChatBed(
  more: Partial<Pick<ChatDeps, "mode" | "hasWebhook">> & { token?: string | null } = {},
) {
  const slack = await startOrchardSlack();
  const bed = await openWatcherBed();
  const { service, untilIdle } = bed;
  slack.state.clock = () => bed.clock.at;
  const token = heldToken(more.token === undefined ? slackToken : more.token);
  const open = () =>
    chatService({
      ...bed,
      ...bed.watcherDeps,
      events: service.triggers.watcher,
      mode: "poll",
      hasWebhook: false,
      apiUrl: slack.url,
      known: (email, name) => (email === "ada@example.com" ? { key: email, displayName: name } : null),
      ...more,
      token,
    });
  let chat = open();
  return {
    ...bed,
    slack,
    chat: () => chat,
    /** As after a restart. */
    restart(): void {
      service.triggers = bed.reopen();
      chat = open();
    },
    /** A trigger with one chat condition, open to everyone, and without coalescing. */
    chatTrigger: (configuration: Record<string, unknown>, trigger: Record<string, unknown> = {}): number =>
      bed.make({
        coalesce_window_seconds: 0,
        prompt_template: "{{author}} in {{channel}}: {{text}}",
        conditions: [{ condition_type: "chat", configuration: { allow_everyone: true, ...configuration } }],
        ...trigger,
      }),
    /** A minute later, what is new is read, and what is due is started. */
    async poll(ms = 60_000): Promise<void> {
      bed.clock.at += ms;
      await chat.poll(new AbortController().signal);
      await untilIdle();
    },
    async deliver(payload: ReturnType<typeof slack.payload>): Promise<void> {
      await chat.take(payload);
      await untilIdle();
    },
    async [Symbol.asyncDispose]() {
      await bed[Symbol.asyncDispose]();
      await slack[Symbol.asyncDispose]();
    },
  };
}

export type ChatBed = Awaited<ReturnType<typeof openChatBed>>;
