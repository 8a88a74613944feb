/** Told to a client's model once, before it sees any tool. */
export const instructions = [
  "Signalbox runs coding agents: each session is an agent at work in a clone of its own.",
  "Hand new work to quick_router, which finds out where it belongs.",
  "Find sessions with quick_search_sessions, read one with get_session, start one with start_session (get_configs names",
  "the agent roots, models and goals there are), and act on one with action_session.",
  "Do not poll a session that works. If you are the agent of a session yourself, arm wake_me_up_later and end your turn;",
  "else come back when the person asks.",
  "The address takes tool_groups (sessions, notifications, triggers, health, each also with _readonly; external_apps; or self_session for",
  "a session's own few tools), allowed_agent_roots, and session_id: the session whose agent calls, which the tools then",
  "take where no session is named.",
].join(" ");
