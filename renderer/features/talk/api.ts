import { useQuery } from "@tanstack/react-query";
import {
  type CallUsage,
  liveCallOperations,
  liveCardOperations,
  liveConversationOperations,
} from "../../../server/domains/live/conversations/model.ts";
import { type LiveMode, liveSettingOperations } from "../../../server/domains/live/settings/model.ts";
import { callApi } from "../../lib/client.ts";
import type { AskedTool, SpokenLine } from "./call-rules.ts";

/** The first part is the type of the event that makes them out of date. */
const talkKeys = {
  availability: ["live_conversation", "availability"] as const,
  shown: ["live_conversation", "shown"] as const,
};

const of = (id: number) => ({ id: String(id) });

export const useAvailability = (enabled: boolean) =>
  useQuery({
    queryKey: talkKeys.availability,
    queryFn: ({ signal }) => callApi(liveConversationOperations.getLive, {}, { signal }),
    enabled,
  });

/** The open conversation, else the newest one; null if there never was one. */
async function shownConversation(signal: AbortSignal) {
  const list = await callApi(liveConversationOperations.listLiveConversations, {}, { signal });
  const id = list.current_id ?? list.live_conversations[0]?.id;
  return id === undefined ? null : getConversation(id, signal);
}

export async function getConversation(id: number, signal?: AbortSignal) {
  const options = signal ? { signal } : {};
  const { live_conversation } = await callApi(
    liveConversationOperations.getLiveConversation,
    { params: of(id) },
    options,
  );
  return live_conversation;
}

export const useShownConversation = (enabled: boolean) =>
  useQuery({ queryKey: talkKeys.shown, queryFn: ({ signal }) => shownConversation(signal), enabled });

export const startConversation = async (mode: LiveMode) =>
  (await callApi(liveConversationOperations.startLiveConversation, { body: { mode } })).live_conversation;

export const setMode = async (id: number, mode: LiveMode) =>
  (await callApi(liveConversationOperations.setLiveMode, { params: of(id), body: { mode } }))
    .live_conversation;

export const finishConversation = (id: number) =>
  callApi(liveConversationOperations.finishLiveConversation, { params: of(id) });

export const sendMessage = (id: number, content: string) =>
  callApi(liveConversationOperations.sendLiveMessage, { params: of(id), body: { content } });

export const answerCard = (id: number, turnId: number, answer: "do_it" | "no") =>
  callApi(liveCardOperations.answerLiveCard, {
    params: { ...of(id), turn_id: String(turnId) },
    body: { answer },
  });

const listening_modes = ["always", "wake_word", "dynamic"];

export const mintSecret = (id: number) =>
  callApi(liveCallOperations.createLiveClientSecret, { params: of(id), body: { listening_modes } });

export const callTool = (id: number, call: number, { name, callId, item, ...tool }: AskedTool) =>
  callApi(liveCallOperations.callLiveTool, {
    params: of(id),
    body: { name, arguments: tool.arguments, call_id: callId, call, item, listening_modes },
  });

export const addTurn = (id: number, call: number, line: SpokenLine) =>
  callApi(liveCallOperations.addSpokenTurn, {
    params: of(id),
    body: {
      role: line.role,
      content: line.content,
      not_understood: line.content.trim() === "",
      item_id: line.itemId,
      interrupted: line.interrupted,
      unheard: line.unheard,
      call,
      item: line.item,
    },
  });

/** What an open call is told after the settings changed, and what the page itself does by them. */
export async function settingsOfCall(id: number) {
  const { session } = await callApi(liveCallOperations.updateLiveSession, {
    params: of(id),
    body: { listening_modes },
  });
  const { settings } = await callApi(liveSettingOperations.getLiveSettings, {});
  return { session, settings };
}

export const reportUsage = (id: number, usage: CallUsage) =>
  callApi(liveCallOperations.reportLiveUsage, { params: of(id), body: usage });
