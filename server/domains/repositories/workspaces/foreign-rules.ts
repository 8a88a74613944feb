/** Git's own refusal with git's own remedy, in one line. */
export const foreignSentence = (folder: string): string =>
  `Another user owns the repository at ${folder}, so git does not read it (dubious ownership). If you trust that user, run: git config --global --add safe.directory ${quoted(folder)}`;

const quoted = (path: string): string =>
  /^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
