/** What an added model's note says of the CLI's own list. */
export const text = {
  notListed: (of: { runtime: string; version: string }): string =>
    `${of.runtime} ${of.version} does not list this model.`,
  notAsked: (of: { runtime: string; reason: string }): string =>
    `${of.runtime} could not be asked for its models: ${of.reason.replace(/\.?$/, ".")}`,
  noList: (runtime: string): string => `${runtime} has no list of models, so it was not asked.`,
};
