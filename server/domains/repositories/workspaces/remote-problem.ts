const kinds: readonly [words: RegExp, sentence: string][] = [
  [/could not resolve host/i, "The host in the address was not found. Check the address and the network."],
  [
    /authentication failed|permission denied|could not read (?:username|password)|terminal prompts disabled/i,
    "The repository asks for a sign-in that git does not have here. Check that git can fetch it in a terminal.",
  ],
  [
    /host key verification failed/i,
    "This machine does not know the host's key yet. Connect to it once with ssh.",
  ],
  [
    /no answer within|timed out|connection refused|network is unreachable|couldn't connect|failed to connect/i,
    "The host does not answer.",
  ],
  [
    /does not appear to be a git repository|repository .*not found|does not exist|no such file/i,
    "There is no repository at that address, or not one you may see.",
  ],
];

/** Why a remote was not read, in the words of who typed its address; git's own where they are none of these. */
export const remoteProblem = (message: string): string =>
  kinds.find(([words]) => words.test(message))?.[1] ?? message;
