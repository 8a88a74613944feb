import type { SessionActivity } from "../../turns/activity/model.ts";

/** The headings of actions that were done. */
const done = {
  follow_up: "Follow-up Sent",
  message_parent: "Message Sent to Parent",
  pause: "Session Paused",
  sleep: "Session Sleeping",
  restart: "Session Restarted",
  unarchive: "Session Unarchived",
  refresh: "Session Refreshed",
  refresh_all: "All Sessions Refreshed",
  bulk_archive: "Bulk Archive Complete",
  archive: "Session Archived",
  rest_in_needs_input: "Session Waiting for Input",
  cancel_wakes: "Wakes Canceled",
  change_mcp_servers: "MCP Servers Updated",
  change_skills: "Skills Updated",
  change_hooks: "Hooks Updated",
  change_plugins: "Plugins Updated",
  change_model: "Model Updated",
  change_effort: "Effort Updated",
  change_goal: "Goal Updated",
  change_scheduling_class: "Scheduling Class Updated",
  change_precedence: "Precedence Updated",
  start_now: "Turn Started",
  force_start: "Turn Started With Another's Thread",
  reorder_precedence: "Session Moved",
  pause_into_spot_queue: "Session Paused into the Spot Queue",
  set_visibility: "Visibility Updated",
  set_heartbeat: "Heartbeat Updated",
  update_notes: "Notes Updated",
  update_title: "Title Updated",
  update_slug: "Slug Updated",
  update_custom_metadata: "Custom Metadata Updated",
  set_autonomous: "Autonomy Updated",
  detach_uncle: "Link Removed",
  delete: "Session Deleted",
  reprioritize: "Order Review Started",
  set_attention: "Attention Updated",
  toggle_favorite: "Favorite Toggled",
  change_category: "Category Updated",
  regenerate_status_summary: "Status Summary Queued",
  fork: "Session Forked",
};
export type ActionName = keyof typeof done;

/** The words of the session tools' answers. Descriptions of tools and fields are in their declarations. */
export const text = {
  done,
  none: "none",
  uncategorized: "Uncategorized",
  noRankChanged: "No precedence changed.",
  reordered: "Order Written",
  rankChanged: (id: number, precedence: number) => `- Session ${id}: precedence ${precedence}`,
  heartbeat: (seconds: number | null) => (seconds === null ? "off" : `every ${seconds} s`),

  follow_up: { queued: "Follow-up Queued", interrupting: "Follow-up Sent Immediately" },
  endTurnNow: "End your turn now, saying what you need",
  noWakes: "No wakes.",
  wake: (id: number, when: { at: string } | { event: string }, prompt: string) =>
    `- Wake ${id} ${"at" in when ? `at ${when.at}` : `when ${when.event}`}: ${prompt}`,

  started: {
    heading: "Session Started Successfully",
    replayed: "Session Was Already Started",
    queued: "Its first turn is queued and starts automatically.",
    notQueued: "Nothing is queued: send it a prompt with action_session follow_up.",
  },

  found: {
    one: "Session Found",
    heading: "Sessions",
    none: "No sessions found.",
    count: (total: number, page: number, pages: number | null) =>
      `Found ${total === 1 ? "1 session" : `${total} sessions`} (page ${page} of ${pages ?? "many"}):`,
    nextCursor: (cursor: string) => `More with scan_cursor ${cursor}.`,
    nextPage: (page: number) => `More on page ${page}.`,
  },

  board: { heading: "Sessions on the Board", none: "No sessions." },

  provenance: {
    heading: (title: string) => `Provenance: ${title}`,
    noMessages: "No human messages are recorded.",
    gaps: "Not Recorded",
  },

  queue: {
    list: "Enqueued Messages",
    none: "No messages are queued.",
    one: "Enqueued Message",
    created: "Message Enqueued",
    updated: "Message Updated",
    deleted: "Message Deleted",
    moved: "Message Moved",
    interrupted: "Session Interrupted",
    sent: "Message Sent Immediately",
  },

  activity: ({ act, subject, since }: SessionActivity): string =>
    `${subject === null ? act : `${act} ${subject}`}, since ${since}`,
  session: {
    heading: (title: string) => `Session: ${title}`,
    basics: "Basic Information",
    repository: "Git Configuration",
    execution: "Execution",
    goal: "Goal Check",
    provisional: (verdict: string) => `${verdict}, so far`,
    prompt: "Current Prompt",
    notes: "Notes",
    jobs: "Job Information",
    metadata: "System Metadata",
    customMetadata: "Custom Metadata",
    timestamps: "Timestamps",
    hierarchy: "Session Hierarchy",
    thisOne: "(this one)",
    humanMessages: "Human Messages",
    queued: "Queued Messages",
    wakes: "Pending Wakes",
    transcript: "Transcript",
    noTranscript: "Not included; set include_transcript to read it.",
    linesBefore: (count: number) => `The previous ${count} lines were left out.`,
    logs: (shown: number, total: number | null) => `Logs (${shown} of ${total ?? "many"})`,
    subagents: (shown: number, total: number | null) =>
      `Subagent Transcripts (${shown} of ${total ?? "many"})`,
    unknownStatus: "status unknown",
  },
};
