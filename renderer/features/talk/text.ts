const time = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** The words of live mode on the board. */
export const text = {
  title: "Talk to your sessions",
  close: "Close",
  settings: "Settings of live mode",
  loading: "the conversation",

  states: {
    off: "Microphone off",
    connecting: "Connecting…",
    listening: "Listening",
    hearing: "Hears you",
    speaking: "Speaking",
    thinking: "Thinking…",
    held: "Hold to talk",
    named: (word: string) => `Waiting for “${word}”`,
  },
  talk: "Start talking",
  connecting: "Cancel the connection",
  end: "End the call",
  interrupt: "Stop speaking",
  handsFree: "Hands-free",
  microphone: "Microphone",
  loudspeaker: "Loudspeaker",
  newConversation: "New conversation",
  typeInstead: "Type instead",
  clock: time,
  cost: (dollars: number): string => (dollars < 0.01 ? "under 1¢" : `$${dollars.toFixed(2)}`),
  costLabel: "Cost so far, by list prices",
  audioNote: "Audio goes to the provider directly. Nothing of it is stored here; the transcript is.",

  field: "Message",
  placeholder: "What needs me?",
  send: "Send",
  you: "You",
  it: "Signalbox",
  writing: "Writing…",
  interrupted: "(interrupted)",
  unheard: "Interrupted; not heard",
  noAnswer: "No answer.",
  tool: (name: string): string => name.replaceAll("_", " "),
  toolFailed: "did not work",
  arguments: "Asked",
  output: "Answer",
  empty: {
    title: "Ask about your sessions",
    hint: "For example: What needs me? Tell number 12 to use the token. What did today cost?",
  },
  card: {
    heading: "Do this?",
    doIt: "Do it",
    no: "No",
    left: (seconds: number): string => `${seconds} s left`,
    states: {
      open: "",
      done: "Done",
      refused: "You said no",
      expired: "Nobody answered in time; nothing was done",
    },
    reasons: {
      irreversible: "This cannot be undone.",
      expensive: "This may spend much.",
      many_sessions: "This touches more than five sessions.",
    },
    done: (act: string, output: string): string => `The person pressed Do it for: ${act}. Result: ${output}`,
    refused: (act: string): string => `The person pressed No for: ${act}. Nothing was done.`,
  },

  ended: "This conversation has ended.",
  problems: {
    unavailable: "Live mode is not available",
    insecure:
      "The browser gives the microphone only to pages on this machine or over HTTPS. Open the board over TLS (Settings, Devices), or type instead.",
    denied:
      "The microphone is blocked for this page. Allow it in the browser's address bar or in the system's privacy settings, or type instead.",
    noDevice: "No microphone was found. Connect one, or type instead.",
    deviceLost: "The microphone was disconnected. The call goes on with the default one.",
    deviceGone: "The microphone was disconnected, and there is no other. The call has ended.",
    busy: "The microphone is used by another program. Close it there and try again, or type instead.",
    noConnection: "The call could not be connected. Check the network and try again, or type instead.",
    refused: (status: number): string =>
      `The provider did not take the call (${status}). Try again later, or type instead.`,
    superseded: "The call goes on in another window.",
    dropped: "The call was cut off, and could not be connected again.",
    reconnecting: "The call was cut off. Connecting again…",
    silence: "The call ended because nobody spoke.",
    hidden: "The call ended because the page was out of sight for two minutes.",
    limit: "The limit for live conversations is reached. The call has ended.",
    nearLimit: "Most of the limit for this conversation is spent.",
  },
};
