import { text } from "./text.ts";

export type RemoteProblem =
  | "unknown_host"
  | "not_signed_in"
  | "unknown_host_key"
  | "no_answer"
  | "no_repository";

const patterns: readonly [pattern: RegExp, problem: RemoteProblem][] = [
  [/could not resolve host/i, "unknown_host"],
  [
    /authentication failed|permission denied|could not read (?:username|password)|terminal prompts disabled/i,
    "not_signed_in",
  ],
  [/host key verification failed/i, "unknown_host_key"],
  [
    /not answer within|timed out|connection refused|network is unreachable|couldn't connect|failed to connect/i,
    "no_answer",
  ],
  [
    /does not appear to be a git repository|repository .*not found|does not exist|no such file/i,
    "no_repository",
  ],
];

/** Why a remote could not be read, for the person who typed its address; git's own message if it is another problem. */
export function remoteProblem(message: string): string {
  const problem = patterns.find(([pattern]) => pattern.test(message))?.[1];
  return problem === undefined ? message : text.remoteProblems[problem];
}
