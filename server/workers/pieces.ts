const pieceCharacters = 1024 * 1024;

/** Text as UTF-8 in pieces of about a megabyte, which together can be longer than the longest string. */
export function piecesOf(parts: Iterable<string>): Uint8Array<ArrayBuffer>[] {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let open = "";
  // An encoder's result has its own memory, unlike a small Buffer, so it can be transferred.
  const close = () => void pieces.push(new TextEncoder().encode(open));
  for (const part of parts) {
    open += part;
    if (open.length < pieceCharacters) continue;
    close();
    open = "";
  }
  if (open !== "") close();
  return pieces;
}

/** The content of a JSON string of these parts, without quotes. */
export function* insideString(parts: Iterable<string>): Generator<string> {
  for (const part of parts) yield JSON.stringify(part).slice(1, -1);
}
