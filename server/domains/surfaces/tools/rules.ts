/** Returns the newest texts that fit into `limit` characters in total; always includes the newest. */
export function newestThatFit(texts: readonly string[], limit: number): readonly string[] {
  let left = limit;
  const first = texts.findLastIndex((text) => {
    left -= text.length;
    return left < 0;
  });
  return texts.slice(Math.min(first + 1, texts.length - 1));
}
