/** Sent to a client's model once, before it sees any tool. */
export const instructions = [
  "Signalbox runs coding agents: each session is an agent that works in its own clone.",
  "Give new work to quick_router, which finds the repository it belongs to.",
  "Find sessions with quick_search_sessions, read one with get_session, start one with start_session (get_configs names",
  "the available agent roots, models and goals), and act on one with action_session.",
  "Do not poll a running session. If you are the agent of a session yourself, set wake_me_up_later and end your turn;",
  "otherwise check again when the person asks.",
  "The address takes tool_groups (sessions, notifications, triggers, health, each also with _readonly; external_apps; or self_session for",
  "a session's own tools), allowed_agent_roots, and session_id: the session whose agent calls, which the tools use",
  "if no session is named.",
].join(" ");
