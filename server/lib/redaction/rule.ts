/**
 * One shape of secret. A rule is tried only where one of its keywords stands, so its pattern is sticky and
 * starts with that keyword (after any lookbehind); keywords have three characters or more.
 */
export interface Rule {
  name: string;
  keywords: readonly string[];
  /** The keywords are lower case and stand for any case. */
  foldCase?: boolean;
  /** What a group holds is removed, else the whole match; a group ends where the match ends. */
  pattern: RegExp;
  /** Characters one of which follows the keyword in every match. */
  next?: string;
  /** Matched against what precedes the keyword, and removed with the rest. */
  before?: RegExp;
  /** The match may not continue a word; see `hasLeftEdge`. */
  leftEdge?: boolean;
  /** Sees what would be removed, and the character before it, and may spare it. */
  accepts?: (secret: string, before: string) => boolean;
}
