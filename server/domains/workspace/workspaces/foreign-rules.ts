/** Git's own refusal with git's own remedy, in one line. */
export const foreignSentence = (folder: string): string =>
  `Another user owns the repository at ${folder}, so git does not read it (dubious ownership). If you trust that user, run: git config --global --add safe.directory ${quoted(folder)}`;

/** The folder that such a sentence names; null for any other sentence. */
export const foreignFolder = (sentence: string): string | null =>
  /^Another user owns the repository at (.+), so git does not read it \(dubious ownership\)/.exec(
    sentence,
  )?.[1] ?? null;

const quoted = (path: string): string =>
  /^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
