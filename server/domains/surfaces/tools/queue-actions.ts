import { queueOperations } from "../../scheduling/queue/model.ts";
import { type Action, outcomeOf, sessionPath } from "./actions.ts";
import { text } from "./text.ts";

/** Actions on a session's place in the queue. */
export const queueActions = {
  start_now: {
    does: "starts its queued turn now, unless the spot policy holds it",
    run: async (_input, { id, call }) => outcomeOf(await call(queueOperations.startNow, sessionPath(id))),
  },
  force_start: {
    does: "stops the turn that took a thread last, which is queued again, and starts this one",
    takes: ["expected_victim_id"],
    needs: "expected_victim_id",
    async run({ expected_victim_id }, { id, sessionId, call }) {
      const body = { expected_victim_id, acting_session_id: sessionId };
      return outcomeOf(await call(queueOperations.forceStart, { ...sessionPath(id), body }));
    },
  },
  reorder_precedence: {
    does: "moves it between two sessions of its class",
    takes: ["above_id", "below_id"],
    async run({ above_id, below_id }, { id, call }) {
      const body = { above_id, below_id };
      const facts = await call(queueOperations.reorderPrecedence, { ...sessionPath(id), body });
      return {
        ...outcomeOf(facts),
        shown: [["Precedence", facts.session.precedence]],
        list: changeList(facts),
      };
    },
  },
  pause_into_spot_queue: {
    does: "stops its turn until the spot queue admits it; prompt is what it goes on with",
    takes: ["prompt"],
    async run({ prompt }, { id, call }) {
      return outcomeOf(
        await call(queueOperations.pauseIntoSpotQueue, { ...sessionPath(id), body: { prompt } }),
      );
    },
  },
} as const satisfies Record<string, Action>;

const changeList = ({ changes }: { changes: { id: number; precedence: number }[] }): string =>
  changes.length === 0
    ? text.noRankChanged
    : changes.map(({ id, precedence }) => text.rankChanged(id, precedence)).join("\n");
