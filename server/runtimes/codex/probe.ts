import { type AccountProbe, askProvider, messageOf } from "../account-probe.ts";
import type { RuntimeOptions } from "../runtime.ts";
import { text } from "./text.ts";

/** A key has no windows: listing the models says whether it is accepted, and costs nothing. */
export const codexProbe =
  ({ environment }: Pick<RuntimeOptions, "environment">): AccountProbe =>
  async (credential, signal) => {
    if (credential.kind !== "api_key") return { kind: "unreachable", message: text.probe.silent };
    const baseUrl = (environment["OPENAI_BASE_URL"] || "https://api.openai.com/v1").replace(/\/+$/, "");
    const answer = await askProvider(`${baseUrl}/models`, {
      headers: { authorization: `Bearer ${credential.key}` },
      signal,
    });
    if (answer === null) return { kind: "unreachable", message: text.probe.silent };
    if (answer.status === 401) return { kind: "refused", message: messageOf(answer) };
    // A restricted key may not list models, and a spent one is told so; both were accepted.
    if (answer.status < 300 || answer.status === 403 || answer.status === 429)
      return { kind: "honored", windows: [], plan: null, tier: null };
    return { kind: "unreachable", message: text.probe.failed(answer.status, messageOf(answer)) };
  };
