import { describe, expect, it } from "vitest";
import type { Event } from "../event.ts";
import { observeTurn } from "./observe.ts";

function watch() {
  const events: Event[] = [];
  const replies: object[] = [];
  const observer = observeTurn({
    model: "claude-sonnet-5",
    listener: { onActivity: () => {}, onEvent: (event) => void events.push(event) },
    reply: (command) => void replies.push(command),
  });
  return { events, replies, observer };
}

const retry = (errorMessage: string) => ({
  type: "auto_retry_start",
  attempt: 1,
  maxAttempts: 2,
  delayMs: 1_000,
  errorMessage,
});
const delta = (text: string) => ({
  type: "message_update",
  assistantMessageEvent: { type: "text_delta", contentIndex: 0, delta: text },
});

describe("observeTurn", () => {
  it("joins the pieces of a text and reports them before its message ends", () => {
    const { events, observer } = watch();
    observer.onMessage(delta("Hel"));
    observer.onMessage(delta("lo"));
    observer.onMessage({ type: "message_end", message: { role: "user", content: [] } });
    expect(events).toEqual([{ kind: "partial_text", text: "Hello" }]);
  });

  it("begins a paragraph with each text but the first", () => {
    const { events, observer } = watch();
    const start = { type: "message_update", assistantMessageEvent: { type: "text_start", contentIndex: 0 } };
    for (const message of [start, delta("One"), start, delta("Two"), { type: "agent_settled" }])
      observer.onMessage(message);
    expect(events.filter(({ kind }) => kind !== "activity")).toEqual([
      { kind: "partial_text", text: "One\n\nTwo" },
    ]);
  });

  it("lets pi retry what may pass and stops it if only time helps", () => {
    const { events, replies, observer } = watch();
    observer.onMessage(retry("529 overloaded"));
    expect(replies).toEqual([]);
    observer.onMessage(retry('429: {"type":"usage_limit_reached"}'));
    expect(replies).toEqual([{ type: "abort_retry" }]);
    expect(events.map(({ kind }) => kind)).toEqual(["retrying", "retrying"]);
  });

  it("cancels an extension's question instead of waiting for an answer", () => {
    const { events, replies, observer } = watch();
    observer.onMessage({ type: "extension_ui_request", id: "q1", method: "confirm", title: "Sure?" });
    expect(replies).toEqual([{ type: "extension_ui_response", id: "q1", cancelled: true }]);
    expect(events).toMatchObject([{ kind: "notice", level: "warning" }]);
  });

  it("keeps the model's last answer and no other message", async () => {
    const { observer } = watch();
    const content = [{ type: "text", text: "Done." }];
    observer.onMessage({ type: "message_end", message: { role: "assistant", stopReason: "stop", content } });
    observer.onMessage({ type: "message_end", message: { role: "toolResult", content: [] } });
    observer.onMessage({ type: "agent_settled" });
    await observer.settled;
    expect(observer.state.answer).toEqual({ stopReason: "stop", errorMessage: null, text: "Done." });
  });

  it("reports a completed compaction and a failed one", () => {
    const { events, observer } = watch();
    observer.onMessage({ type: "compaction_end", result: { summary: "s" }, aborted: false });
    observer.onMessage({ type: "compaction_end", errorMessage: "no answer", aborted: false });
    expect(events.map(({ kind }) => kind)).toEqual(["compacted", "notice"]);
  });
});
