const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

/** The words of the entries of a transcript. */
export const text = {
  call: {
    command: "Command",
    input: "Input",
    result: "Result",
    ofEarlierCall: "of an earlier call",
    noResult: "There is no result.",
    noResultYet: "There is no result yet.",
    failed: "Failed",
    done: "Done",
    running: "Running",
    cutOff: "Cut off",
    cutOffMeans: "The agent was cut off while this ran; it may have run wholly, in part or not at all",
    moreLines: (count: number) => `+${count} ${count === 1 ? "line" : "lines"}`,
    todosDone: (done: number, total: number) => `${done} of ${total} done`,
    searchIn: (pattern: string, path: string) => `${pattern} in ${path}`,
  },
  diff: {
    added: "Added: ",
    removed: "Removed: ",
  },
  actions: {
    copyText: "Copy text",
    copyPlain: "Copy without Markdown",
    copyLink: (line: number) => `Copy a link to line ${line}`,
    linkCopied: (line: number) => `Link to line ${line} copied`,
    fork: (line: number) => `Fork from line ${line}`,
  },
  long: {
    copy: (label: string) => `Copy: ${label.toLowerCase()}`,
    showFirst: (count: number) => `Show the first ${count} lines`,
    showMore: (count: string) => `Show ${count} more lines`,
    truncated: "The text is cut off here. Copy includes the full text.",
    showMembers: (count: number) => `Show more of ${count}`,
  },
  messages: {
    prompt: "Prompt",
    unsentPrompt: "Not a prompt",
    notFromYou: "Not from you: written by the agent's own process",
    response: "Response",
    thinking: "Thinking",
    hiddenThinking: "Hidden by the provider.",
    showLess: "Show less",
    showMore: "Show more",
  },
  notices: {
    error: "Error:",
    notice: "Notice",
    automatic: "Automatic message",
    compacted: "Conversation compacted",
    compactedOnRequest: "on request",
    compactedToFit: "to fit the model's context",
    noSummary: "No summary was saved.",
  },
  apps: {
    by: (tool: string) => `App of ${tool}`,
    title: (server: string) => `App of ${server}`,
    collapse: "Collapse the app",
    expand: "Expand the app",
    loading: (server: string) => `Loading the app of ${server}`,
    unavailable: "This app cannot be shown: it was turned off meanwhile, or is too large.",
    notAllowed: (server: string) => `${server} sent an app.`,
    allow: "Allow it in Settings",
    off: (server: string) => `${server} sent an app, and apps are off.`,
    turnOn: "Turn them on in Settings",
    unknownServer: "This result has an app, but it does not say which server sent it, so it stays off.",
    ofSubagent: "This result has an app. Apps are shown in the session's own transcript only.",
    settingsFailed: "Could not load which apps are allowed.",
    again: "Try again",
  },
  pictures: {
    inPrompt: "in the prompt",
    inResult: "in the result",
    unavailable: "This picture cannot be shown.",
    previous: "Previous picture",
    next: "Next picture",
    open: "Open in new tab",
    single: "Picture",
    position: (number: number, count: number) => `Picture ${number} of ${count}`,
    file: (picture: string, file: string) => `${picture}: ${file}`,
    place: (picture: string, where: string) => `${picture} ${where}`,
    size: (width: string, height: string) => `${width} × ${height} pixels`,
  },
  search: {
    asText: "Show as text",
    pages: (count: number) => counted(count, "page", "pages"),
    files: (count: number) => counted(count, "file", "files"),
    linesIn: (lines: number, files: string) => `${counted(lines, "line", "lines")} in ${files}`,
  },
  secrets: {
    removed: "Secret removed:",
    known: (characters: string | undefined) => removal(characters, "it matches a known secret"),
    shape: (characters: string | undefined) => removal(characters, "it looks like a secret"),
  },
  subagent: {
    title: (name: string) => `Subagent ${name}`,
    open: "Open transcript",
  },
  todos: {
    open: "Open",
    active: "In progress",
    done: "Done",
  },
};

function removal(characters: string | undefined, why: string): string {
  return `${characters === undefined ? "Removed" : `${characters} characters removed`} before it was stored: ${why}`;
}
