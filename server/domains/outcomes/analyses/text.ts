/** Sentences of outcome analyses. */
export const text = {
  version: (known: string): string => `schema_version is "${known}", the only version there is`,
  root: "root is missing: the segment that is the whole session",
  object: (at: string): string => `${at} is not an object`,
  part: (at: string, name: string): string => `${at}: ${name} is missing; it is an object`,
  id: (at: string, given: string): string => `${at}: id is ${given}, but by its position it is ${at}`,
  oneOf: (at: string, name: string, known: readonly string[]): string =>
    `${at}: ${name} is one of ${known.join(", ")}`,
  missing: (at: string, name: string): string => `${at}: ${name} is missing`,
  long: (at: string, name: string, most: number): string =>
    `${at}: ${name} is longer than ${most} characters`,
  correction: (at: string): string => `${at}: a Correction follows an earlier segment of the same parent`,
  range: (at: string): string =>
    `${at}: meta.event_range is null or the numbers of the first and the last event`,
  children: (at: string): string => `${at}: children is a list of segments`,
  deep: (at: string, levels: number): string => `${at} is nested more than ${levels} levels deep`,
  many: (most: number): string => `The tree has more than ${most} segments`,
  more: (count: number): string => `(and ${count} more…)`,
  notArchived: (status: string): string =>
    `Only an archived session is analyzed; this one has the status ${status}`,
  isAnalyzer: "This session analyzes others, so it is not analyzed itself",
  ownAnalyzer: "A session cannot analyze itself",
  noAnalyzer: (id: number): string => `analyzer_session_id ${id} is not a session`,
  notFound: "This session has no outcome analysis",
  noSuch: "This session has no outcome analysis with this id",
  saved: (who: string, session: number, segments: number): string =>
    `${who} saved an outcome analysis of session ${session} with ${segments} segments`,
};
