/** The part of `requirements.ts` about the order of work, the backlog and how idle capacity is filled. */
export const schedulingRequirements = {
  E4: "POST /sessions/reprioritize starts a session that reviews the order of the queue.",
  E115: "PATCH fleet_top_up changes how idle capacity is filled.",
  E146: "GET /work_backlog_items lists the backlog in the order in which it is started; unknown filters are a 422.",
  E147: "GET /work_backlog_items/:id returns one item, by id or key.",
  E148: "POST hold keeps an item from being started until a person has decided.",
  E149: "POST start_now starts a priority session for an item (201).",
  E150: "PATCH pin gives an item a rank that nothing else changes.",
  E151: "PATCH unpin puts an item back into the band of its cost.",
  E152: "POST remove takes an item off with a reason and keeps its row.",
  X10: "API keys may create and pull backlog items; the app may not.",
  X12: "start_now, pin, unpin and remove of a backlog item need a person.",
  X26: "fleet_top_up's two refusals are Nothing to change and Invalid fleet top-up.",
  X27: "min_fire_interval_minutes is 1 to 10,080.",
} as const;
