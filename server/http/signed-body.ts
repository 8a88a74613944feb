import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Refusal } from "../lib/errors.ts";
import { text } from "./text.ts";

/** The digests of the bodies of signed requests, in base64url. */
const expected = new WeakMap<IncomingMessage, string>();

/** Has the body compared with what was signed once it is read, before anything is done with it. */
export const expectBody = (request: IncomingMessage, digest: string): void =>
  void expected.set(request, digest);

/** Takes the body of a request as it arrives; `end` throws 401 if it is another than was signed. */
export function signedBodyCheck(request: IncomingMessage): { add(chunk: Uint8Array): void; end(): void } {
  const digest = expected.get(request);
  if (digest === undefined) return { add: () => {}, end: () => {} };
  const hash = createHash("sha256");
  return {
    add: (chunk) => void hash.update(chunk),
    end() {
      if (hash.digest("base64url") !== digest)
        throw new Refusal({ status: 401, label: "Unauthorized", messages: [text.otherBody] });
    },
  };
}
