import { readableText } from "../../../lib/character-rules.ts";
import { type Clock, monotonicClock } from "../../../lib/clock.ts";
import { Refusal } from "../../../lib/errors.ts";
import { instant } from "../../../lib/instant.ts";
import type { Logger } from "../../../lib/logger.ts";
import { denialPauses } from "./denial-pauses.ts";
import { type ConfirmationRequest, confirmationEntries, type Entry } from "./entries.ts";
import { confirmationRefusal } from "./errors.ts";
import { type Confirmation, confirmationRequired } from "./model.ts";
import { decide } from "./rules.ts";
import { text } from "./text.ts";

/** What is shown to the person outside the page. */
export interface ConfirmationQuestion {
  id: string;
  words: string;
  /** The browser or device that asks. */
  from: string | null;
  /** What confirms it on a terminal. */
  command: string;
  /** Aborted once it is settled, withdrawn or expired. */
  over: AbortSignal;
}

export interface ConfirmationService {
  /** Returns if the request was confirmed, once. Throws otherwise: 409 with the confirmation to wait for, or why it is not valid. */
  require(request: ConfirmationRequest, id: string | undefined): void;
  /** Resolves once it is settled, or after a while as it is. Throws 404 if this asker has none with this id. */
  wait(id: string, by: { asker: string | null; gone: AbortSignal }): Promise<Confirmation>;
  withdraw(id: string, asker: string | null): void;
  /** Those that wait for an answer, oldest first. */
  waiting(): { id: string; words: string; from: string | null }[];
  /** Returns what was confirmed or denied, or null if nothing with this id waits. */
  settle(id: string, answer: "confirmed" | "denied"): string | null;
  /** Calls `listener` with each new question. Returns a function that removes it. `dialog`: it asks in a dialog of the app. */
  onQuestion(listener: (question: ConfirmationQuestion) => void, options?: { dialog?: boolean }): () => void;
  close(): void;
}

interface ConfirmationDeps {
  clock: Clock;
  log: Logger;
  /** What a command begins with; null in the packaged app, which asks in a dialog. */
  commandLine: string | null;
}

/** A browser asks again after this long, so that proxies and sockets do not give up on an answer. */
const longestWaitMs = 25_000;
/** Requests of the board that wait for a person outside the page. They are in memory only. */
export function confirmationService({ clock, log, commandLine }: ConfirmationDeps): ConfirmationService {
  const commandOf = (id: string): string => text.command(commandLine ?? "signalbox", id);
  const entries = confirmationEntries(clock);
  const listeners = new Set<{ ask: (question: ConfirmationQuestion) => void; dialog: boolean }>();

  const pauses = denialPauses(clock);

  function view(entry: Entry): Confirmation {
    const { id, act, words, state, until } = entry;
    const isGone = entries.find(id) !== entry;
    const isInApp = [...listeners].some(({ dialog }) => dialog);
    return {
      id,
      act,
      words,
      state: isGone && state !== "denied" ? "expired" : state,
      confirm_in: isInApp ? "app" : "terminal",
      command: isInApp ? null : commandOf(id),
      expires_at: instant(clock.now() + until - monotonicClock(clock).now()),
    };
  }

  function add(request: ConfirmationRequest): Entry {
    pauses.check(request.asker);
    const words = readableText(request.words, request.words.length);
    if (words.length > mostWords) throw confirmationRefusal("too_long");
    const entry = entries.add({ ...request, words });
    const { id, from, settled } = entry;
    log.warn(`[confirmations] ${request.asker} asks: ${words}`);
    for (const { ask } of listeners) ask({ id, words, from, command: commandOf(id), over: settled.signal });
    return entry;
  }

  const required = (entry: Entry): Refusal =>
    new Refusal({
      status: 409,
      label: confirmationRequired,
      messages: [text.required(entry.words)],
      extra: { confirmation: view(entry) },
    });

  const waiting = (): Entry[] => entries.all().filter(({ state }) => state === "waiting");

  const sameRequest = ({ asker, digest }: ConfirmationRequest): Entry | undefined =>
    waiting().find((entry) => entry.asker === asker && entry.digest === digest);

  function ownEntry(id: string, asker: string | null): Entry {
    const entry = entries.find(id);
    if (!entry || entry.asker !== asker) throw confirmationRefusal("not_found");
    return entry;
  }

  return {
    require(request, id) {
      if (id === undefined) throw required(sameRequest(request) ?? add(request));
      const entry = entries.find(id);
      const verdict = decide(entry, request);
      if (!entry || verdict === "not_valid") throw confirmationRefusal("not_valid");
      if (verdict === "other_request") throw confirmationRefusal("other_request");
      if (verdict === "waits") throw required(entry);
      entries.drop(entry);
      if (verdict === "denied") throw confirmationRefusal("denied");
    },

    async wait(id, { asker, gone }) {
      const entry = ownEntry(id, asker);
      await firstOf([entry.settled.signal, gone, AbortSignal.timeout(longestWaitMs)]);
      return view(entry);
    },

    withdraw: (id, asker) => entries.drop(ownEntry(id, asker)),
    waiting: () => waiting().map(({ id, words, from }) => ({ id, words, from })),

    settle(id, answer) {
      const entry = entries.find(id);
      if (entry?.state !== "waiting") return null;
      entry.state = answer;
      pauses.note(entry.asker, answer);
      entries.keep(entry);
      log.warn(`[confirmations] ${answer}: ${entry.words}`);
      entry.settled.abort();
      return entry.words;
    },

    onQuestion(ask, { dialog = false } = {}) {
      const listener = { ask, dialog };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    close: () => entries.all().forEach(entries.drop),
  };
}

/** A person sees all of what is confirmed, or is not asked. */
const mostWords = 1_000;

function firstOf(signals: readonly AbortSignal[]): Promise<void> {
  const any = AbortSignal.any([...signals]);
  return new Promise((resolve) => {
    if (any.aborted) resolve();
    else any.addEventListener("abort", () => resolve(), { once: true });
  });
}
