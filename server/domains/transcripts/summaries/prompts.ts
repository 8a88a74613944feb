import type { ConversationMessage } from "../transcripts/model.ts";
import { newestWithin } from "./rules.ts";
import { text } from "./text.ts";

const tailBytes = 24 * 1024;

/** Each message is one line of JSON, so that it cannot imitate our own lines. */
const lineOf = ({ role, content }: ConversationMessage): string => JSON.stringify({ role, text: content });

const prompt = (ask: string, lines: readonly string[]): string =>
  [ask, "", "<conversation>", ...lines, "</conversation>"].join("\n");

export const titlePrompt = (messages: readonly ConversationMessage[]) => ({
  system: text.titleSystem,
  prompt: prompt(text.titleRequest, messages.map(lineOf)),
});

export const summaryPrompt = (messages: readonly ConversationMessage[]) => ({
  system: text.summarySystem,
  prompt: prompt(text.summaryRequest, newestWithin(messages.map(lineOf), tailBytes)),
});
