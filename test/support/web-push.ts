import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** The browser's side of web push: its keys, and how it decrypts messages (RFC 8188, 8291). */
export function fakeSubscription(endpoint: string) {
  const ecdh = createECDH("prime256v1");
  const own = ecdh.generateKeys();
  const auth = randomBytes(16);

  function read(body: Uint8Array): unknown {
    const bytes = Buffer.from(body);
    const salt = bytes.subarray(0, 16);
    const keyLength = bytes.readUInt8(20);
    const sender = bytes.subarray(21, 21 + keyLength);
    const sealed = bytes.subarray(21 + keyLength);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), own, sender]);
    const secret = hkdfSync("sha256", ecdh.computeSecret(sender), auth, info, 32);
    const derive = (use: string, length: number): Buffer =>
      Buffer.from(
        hkdfSync("sha256", Buffer.from(secret), salt, Buffer.from(`Content-Encoding: ${use}\0`), length),
      );
    const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    // The last record ends with a 2 and padding.
    return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString()) as unknown;
  }

  return {
    /** In the format of PushSubscription.toJSON(). */
    json: { endpoint, keys: { p256dh: own.toString("base64url"), auth: auth.toString("base64url") } },
    read,
  };
}

export interface Posted {
  url: string;
  headers: Headers;
  body: Uint8Array;
}

/** Replaces the network: records what is sent to push services and answers with these statuses, then with 201. */
export function fakePushService() {
  const posted: Posted[] = [];
  const statuses: number[] = [];
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    posted.push({
      url: request.url,
      headers: request.headers,
      body: new Uint8Array(await request.arrayBuffer()),
    });
    return new Response(null, { status: statuses.shift() ?? 201 });
  };
  return { posted, fetch: answer, willAnswer: (...given: number[]) => void statuses.push(...given) };
}
