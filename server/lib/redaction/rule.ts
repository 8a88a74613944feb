/**
 * One shape of secret. A rule is tried only at its keywords, so its pattern is sticky and starts with a keyword (after any
 * lookbehind). Keywords have three characters or more.
 */
export interface Rule {
  name: string;
  keywords: readonly string[];
  /** The keywords are in lower case and match any case. */
  foldCase?: boolean;
  /** The content of a group is removed, or the whole match without one; a group ends where the match ends. */
  pattern: RegExp;
  /** In every match, one of these characters follows the keyword. */
  next?: string;
  /** Matched against what precedes the keyword, and removed with the rest. */
  before?: RegExp;
  /** The match may not continue a word; see `hasLeftEdge`. */
  leftEdge?: boolean;
  /** Receives the match and the character before it; may keep it. */
  accepts?: (secret: string, before: string) => boolean;
}
