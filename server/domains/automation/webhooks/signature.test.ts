import { createHmac } from "node:crypto";
import { Webhooks } from "@octokit/webhooks";
import { describe, expect, it } from "vitest";
import { isSignedByGitHub, isSignedBySlack } from "./signature.ts";

const secret = "s3cret";
const now = 1_700_000_000_000;
const body = '{"action":"opened","title":"Grüße 🍐"}';
const raw = Buffer.from(body);

const request = (headers: Record<string, string>, bytes: Uint8Array = raw) => ({
  header: (name: string) => headers[name],
  raw: bytes,
  now,
});

const slackHeaders = (timestamp: string, key = secret, bytes: Uint8Array = raw) => ({
  "x-slack-request-timestamp": timestamp,
  "x-slack-signature": `v0=${createHmac("sha256", key).update(`v0:${timestamp}:`).update(bytes).digest("hex")}`,
});

describe("GitHub's signature", () => {
  it("is the one that its own library makes", async () => {
    const signature = await new Webhooks({ secret }).sign(body);
    expect(isSignedByGitHub(request({ "x-hub-signature-256": signature }), secret)).toBe(true);
    expect(isSignedByGitHub(request({ "x-hub-signature-256": signature }), "other")).toBe(false);
    expect(
      isSignedByGitHub(request({ "x-hub-signature-256": signature }, Buffer.from(`${body} `)), secret),
    ).toBe(false);
  });

  it.each([undefined, "", "sha256=", "sha1=abc", "é".repeat(71), `sha256=${"0".repeat(64)}`])(
    "is not %j",
    (signature) => {
      const headers = signature === undefined ? {} : { "x-hub-signature-256": signature };
      expect(isSignedByGitHub(request(headers), secret)).toBe(false);
    },
  );
});

describe("Slack's signature", () => {
  const seconds = now / 1_000;

  it.each([0, 299, -299])("holds for %i seconds", (off) => {
    expect(isSignedBySlack(request(slackHeaders(String(seconds + off))), secret)).toBe(true);
  });

  it.each([301, -301])("has run out, or has not begun, after %i seconds", (off) => {
    expect(isSignedBySlack(request(slackHeaders(String(seconds + off))), secret)).toBe(false);
  });

  it("holds for the time that it was made with, and for nothing else", () => {
    const headers = slackHeaders(String(seconds));
    const later = { ...headers, "x-slack-request-timestamp": String(seconds + 1) };
    expect(isSignedBySlack(request(later), secret)).toBe(false);
    expect(isSignedBySlack(request(headers), "other")).toBe(false);
    expect(isSignedBySlack(request({}), secret)).toBe(false);
    for (const timestamp of ["", "-5", "NaN", "1e12", " 1700000000"])
      expect(isSignedBySlack(request(slackHeaders(timestamp)), secret)).toBe(false);
  });
});
