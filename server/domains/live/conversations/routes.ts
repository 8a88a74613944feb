import { type Endpoint, endpoints, Reply } from "../../../http/mount.ts";
import { liveKeyOperations } from "../settings/model.ts";
import { liveCallOperations, liveCardOperations, liveConversationOperations } from "./model.ts";
import type { LiveConversationService } from "./service.ts";

export const liveConversationRoutes = (live: LiveConversationService): Endpoint[] => [
  ...endpoints(liveConversationOperations, {
    getLive: () => live.availability(),
    listLiveConversations: () => live.list(),
    startLiveConversation: ({ body }) => ({ live_conversation: live.start(body.mode) }),
    getLiveConversation: ({ params, query }) => ({
      live_conversation: live.get(Number(params.id), query.after_turn_id),
    }),
    setLiveMode: ({ params, body }) => ({ live_conversation: live.setMode(Number(params.id), body.mode) }),
    finishLiveConversation: ({ params }) => ({ live_conversation: live.finish(Number(params.id)) }),
    sendLiveMessage: ({ params, body }, { actor }) => ({
      turn: live.send(Number(params.id), body.content, actor),
    }),
  }),
  ...endpoints(liveKeyOperations, {
    getLiveKey: () => live.key.state(),
    setLiveKey: ({ body }) => live.key.set(body.key),
    removeLiveKey: () => live.key.remove(),
  }),
  ...endpoints(liveCardOperations, {
    answerLiveCard: async ({ params, body }, { actor }) => ({
      turn: await live.answerCard(Number(params.id), Number(params.turn_id), { answer: body.answer, actor }),
    }),
  }),
  ...callRoutes(live.calls),
];

const callRoutes = (calls: LiveConversationService["calls"]): Endpoint[] =>
  endpoints(liveCallOperations, {
    createLiveClientSecret: ({ params, body }) => calls.mint(Number(params.id), body.listening_modes ?? null),
    callLiveTool: ({ params, body }, { actor }) => calls.callTool(Number(params.id), body, actor),
    updateLiveSession: ({ params, body }) =>
      calls.sessionUpdate(Number(params.id), body.listening_modes ?? null),
    addSpokenTurn({ params, body }) {
      const answer = calls.addTurn(Number(params.id), body);
      return new Reply(answer.dropped === true ? 200 : 201, answer);
    },
    reportLiveUsage: ({ params, body }) => calls.reportUsage(Number(params.id), body),
  });
