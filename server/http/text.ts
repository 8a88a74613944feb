/** Why the guard refuses a request. */
export type GuardRefusal = "bad_host" | "unknown_host" | "squatted_host" | "other_origin" | "not_a_path";

const guard: Record<GuardRefusal, (ownUrl: string) => string> = {
  bad_host: () => "The Host header is missing or malformed",
  unknown_host: () => "This host name is not served here",
  squatted_host: (ownUrl) =>
    `This name can lead to another program on this machine, so it is not served. Open ${ownUrl} instead.`,
  other_origin: () => "Requests from another origin are refused",
  not_a_path: () => "The request target must be a path",
};

/** What is wrong with JSON text that is not parsed. */
export type JsonProblem = { kind: "too_deep" | "too_many_values"; limit: number };

const jsonProblem = ({ kind, limit }: JsonProblem): string =>
  kind === "too_deep"
    ? `The body is nested deeper than ${limit} levels`
    : `The body has more than ${limit.toLocaleString("en")} values`;

const megabyte = 1024 * 1024;

/** The words of refusals that any request can get. */
export const text = {
  guard,
  jsonProblem,
  apiDocs: { title: "API · Signalbox", wayBack: "Back to Settings" },
  nothingHere: "There is nothing at this address",
  pairFirst: "Pair this device first, or use an API key",
  thisMachineOnly: "The board is available on this machine only. Open it here, or use an API key.",
  openBoardFirst: "Open the board's page first",
  signInFirst: "Sign in first",
  openLinkFirst: "Sign in to the board first: its page /sign-in says how. Or use an API key",
  tooManyWrong: (seconds: number) =>
    `Too many wrong keys, tokens or codes from this address. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
  signInIncomplete: (variable: string) => `Web sign-in is not fully configured: ${variable} is not set`,
  otherSite: "Requests from another site are refused",
  notOnBoard: "The board has no such operation",
  relaysOnly: "This device only relays messages; this needs a device that acts as you",
  otherBody: "The body is not the one that was signed",
  staleForm: "This form is out of date or came from another site. Reload the page and try again.",
  tooLarge: (limit: number) =>
    `The body is larger than ${limit >= megabyte ? `${Math.floor(limit / megabyte)} MB` : `${limit} bytes`}`,
  unknownEncoding: (name: string) =>
    `A body in the encoding ${JSON.stringify(name.slice(0, 40))} cannot be read. Send it uncompressed, or encoded with one of gzip, deflate, br and zstd.`,
  notInflated: (encoding: string) => `The body is not valid ${encoding}, or its end is missing`,
  notJsonType: "Send the body as application/json",
  notJson: "The body is not valid JSON",
  unreadable: "The request could not be read",
  diskFull: "The disk is full, so nothing was stored. Free some space, then try again.",
  databaseBusy:
    "Another program is writing to Signalbox's database, so nothing was stored. Close it if it should not, then try again.",
  stopping: "Signalbox is stopping. Try again when it has started.",
  internal: "Something went wrong. The service's log has the details.",
  badKey:
    "The Idempotency-Key header must be 1 to 255 printable ASCII characters without spaces, or a quoted string",
  badPath: "The path is not valid",
  noSuchRange: "The file has no such part",
};
