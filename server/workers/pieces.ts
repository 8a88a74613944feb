const pieceCharacters = 1024 * 1024;

/** Text as UTF-8 in pieces of about a megabyte: together they may be longer than a string can be. */
export function piecesOf(parts: Iterable<string>): Uint8Array<ArrayBuffer>[] {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let open = "";
  // An encoder's memory is its own, unlike a small Buffer's, and can be handed over.
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

/** The inside of a JSON string of these parts. */
export function* insideString(parts: Iterable<string>): Generator<string> {
  for (const part of parts) yield JSON.stringify(part).slice(1, -1);
}
