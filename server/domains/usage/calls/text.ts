/** The words of what sessions spend. */
export const text = {
  leftOut: (calls: number, tokens: number): string =>
    `${calls === 1 ? "1 call" : `${calls.toLocaleString("en-US")} calls`} to models with ${tokens.toLocaleString("en-US")} tokens left out of the costs: the session's files claim more than its CLI reported, or than a model can do. The agent can write into these files.`,
};
