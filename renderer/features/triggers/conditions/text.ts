/** The words about one condition: where it reads, its sentence, and trying it. */
export const text = {
  pickers: {
    channel: {
      any: "Every channel",
      id: "Channel ID",
      choose: "Choose a channel",
      byId: "Enter an ID instead",
      failed: "The channels could not be listed: enter the ID of one, or connect Slack in Settings, Slack.",
    },
    bridge_chat: {
      any: "Every chat",
      id: "Chat ID",
      choose: "Choose a chat",
      byId: "Enter an ID instead",
      failed:
        "The chats could not be listed: enter the ID of one. A bridge is set by SERVICE_CHAT_BRIDGE_URL.",
    },
  },
  sentence: {
    or: " or ",
    every: (interval: string, unit: string) =>
      interval === "1" ? `Every ${unit.replace(/s$/, "")}` : `Every ${interval || "…"} ${unit}`,
    onDay: (day: string) => ` on ${day.charAt(0).toUpperCase()}${day.slice(1)}`,
    at: (time: string, zone: string) => ` at ${time || "…"} (${zone || "…"})`,
    once: (at: string, zone: string) => `Once at ${at} (${zone || "…"})`,
    anySession: (happened: string) => `When a session ${happened}`,
    oneSession: (id: string, happened: string) => `When session ${id} ${happened}`,
    sessionEvents: {
      session_needs_input: "needs input",
      session_failed: "fails",
      session_archived: "is archived",
    },
    account: "When an account needs to sign in again",
    systemEvents: {
      quota_available: "When quota is available again",
      no_sessions_in_progress: "When there is room for more sessions",
    },
    chatEvents: {
      new_message: ["write a message", "writes a message"],
      bot_mention: ["mention the bot", "mentions the bot"],
      dm_message: ["write to the bot directly", "writes to the bot directly"],
      passive_listen_thread: [
        "reply in a thread that the bot wrote in",
        "replies in a thread that the bot wrote in",
      ],
      passive_listen_channel: ["write after the bot wrote", "writes after the bot wrote"],
      passive_listen: ["write where the bot wrote before", "writes where the bot wrote before"],
    } as const,
    who: { known: "members of the workspace", everyone: "everyone" },
    written: ([many, one]: readonly [string, string], who: string, where: string) =>
      `When ${who} ${who === "everyone" ? one : many}${where}`,
    everywhere: " in every channel and in direct messages",
    everyChannel: " in every channel",
    inChannel: (channel: string) => ` in ${channel === "…" ? channel : `#${channel.replace(/^#/, "")}`}`,
    inThread: ", in one thread",
    said: (chat: string) => `When somebody writes in the chat ${chat}`,
    addressed: (chat: string) => `When the account is addressed in the chat ${chat}`,
    issue: "an issue",
    pullRequest: "a pull request",
    labeled: (target: string, repos: string, labels: string) =>
      `When ${target} in ${repos} gets the label ${labels}`,
    failed: (branch: string, repos: string) => `When a check fails on ${branch} of ${repos}`,
    opened: (repos: string, except: string) =>
      `When an issue is opened in ${repos}${except === "" ? "" : `, unless it has the label ${except}`}`,
    whole: (conditions: readonly string[], root: string) =>
      conditions.length === 0
        ? `When it is invoked, start a session of ${root} with this prompt.`
        : `${conditions.join("; or ")}: start a session of ${root} with this prompt.`,
    continues: (conditions: readonly string[], root: string) =>
      conditions.length === 0
        ? `When it is invoked, continue its session of ${root} with this prompt.`
        : `${conditions.join("; or ")}: continue its session of ${root} with this prompt.`,
  },
  /** In an empty field of a sentence. */
  blanks: {
    repos: "owner/name",
    labels: "label",
    exclude_labels: "none",
    branch: "main",
    watched_session_id: "any",
    keywords: "its name",
    allowed_user_ids: "U0123456789",
    timezone: "UTC",
  } as Readonly<Record<string, string>>,
  /** Between the fields of a sentence. */
  parts: {
    when: "When",
    in: "in",
    on: "on",
    at: "at",
    of: "of",
    every: "Every",
    once: "Once at",
    zone: "in the time zone",
    session: "When session",
    anAccount: "When an account",
    inChat: "in the chat",
    by: "by one of the words",
    gets: "gets the label",
    opened: "When an issue is opened",
    unless: "unless it has the label",
    failed: "When a check fails on",
    units: {
      minutes: ["minutes", "minute"],
      hours: ["hours", "hour"],
      days: ["days", "day"],
      weeks: ["weeks", "week"],
    } as const,
    who: { known: "members of the workspace", listed: "some people:", everyone: "everyone" },
    bridgeModes: { listen: "somebody writes", addressed: "the account is addressed" },
    targets: { issue: "an issue", pull_request: "a pull request" },
    sessionEvents: {
      session_needs_input: "needs input",
      session_failed: "fails",
      session_archived: "is archived",
      account_needs_reauth: "needs to sign in again",
    },
    systemEvents: {
      quota_available: "quota is available again",
      no_sessions_in_progress: "there is room for more sessions",
    },
  },
  tryIt: {
    button: "Try it",
    title: "Try the condition",
    ways: { day: "With the last 24 hours", sample: "With a sample" },
    run: "Compare",
    send: "Send the sample",
    sample: "the sample",
    payload: "Sample payload",
    payloadHint: "As the host would send it. Change it to see what matters.",
    noSample: "No host sends anything for this kind of condition.",
    notJson: "This is not JSON.",
    failed: "Could not try the condition",
    hint: "Nothing is started. The limits of the trigger count: sessions per minute, messages that join, and sessions in progress.",
    duration: "A session takes (minutes)",
    durationHint: "The trigger waits for its session, so this decides what is skipped.",
    events: "What happened",
    prompt: "Prompt",
    fires: (count: number) => {
      if (count === 0) return "It would have started nothing.";
      return count === 1 ? "It would have started one session." : `It would have started ${count} sessions.`;
    },
    outcomes: {
      fires: "Starts a session",
      continues: "Continues its session",
      coalesced: "Joins the one before",
      burst_notice: "Starts a session that reports the burst",
      suppressed: "Suppressed",
      skipped: "Skipped",
      filtered: "Filtered out",
    },
  },
};
