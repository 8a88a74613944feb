/** As many of the newest as fit into `limit` characters together; the very newest is always one of them. */
export function newestThatFit(texts: readonly string[], limit: number): readonly string[] {
  let left = limit;
  const first = texts.findLastIndex((text) => {
    left -= text.length;
    return left < 0;
  });
  return texts.slice(Math.min(first + 1, texts.length - 1));
}
