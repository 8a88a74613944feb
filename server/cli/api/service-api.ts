import type { Operation } from "../../http/model.ts";
import { Refusal } from "../../lib/errors.ts";
import type { AnswerOf, SentTo } from "../../mcp/call-operation.ts";
import { askRunningService } from "../../owner-requests.ts";
import { readSettings } from "../../settings.ts";
import { notReached } from "../running-service.ts";
import { text } from "./text.ts";

/** The API of the running service, as the owner's commands use it. */
export interface ServiceApi {
  url: string;
  /** Throws a refusal with the service's own sentences. */
  call<O extends Operation>(operation: O, input: SentTo<O>): Promise<AnswerOf<O>>;
  /** The same without types, for what is read from the arguments. */
  send(operation: Pick<Operation, "method" | "path">, parts: Parts): Promise<unknown>;
}

export interface Parts {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: Readonly<Record<string, unknown>>;
}

/** Reaches the service that runs on the data folder of this environment. Throws a refusal if none does. */
export async function serviceApi(): Promise<ServiceApi> {
  const { dataFolder } = readSettings(process.env);
  const access = await askRunningService(dataFolder, { kind: "command_access" });
  if (access === null) throw await notReached(dataFolder);
  const send: ServiceApi["send"] = async ({ method, path }, { params = {}, query = {}, body }) => {
    const address = `${access.url}/api/v1${filled(path, params)}${searchOf(query)}`;
    const hasBody = method !== "get" && method !== "delete";
    const response = await fetch(address, {
      method: method.toUpperCase(),
      headers: { "x-api-key": access.key, ...(hasBody && { "content-type": "application/json" }) },
      ...(hasBody && { body: JSON.stringify(body ?? {}) }),
    });
    return read(response);
  };
  return {
    url: access.url,
    send,
    call: async <O extends Operation>(operation: O, input: SentTo<O>) =>
      (await send(operation, input as Parts)) as AnswerOf<O>,
  };
}

const filled = (path: string, params: Readonly<Record<string, unknown>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));

function searchOf(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (Array.isArray(value)) for (const one of value) search.append(`${name}[]`, String(one));
    else if (value !== undefined)
      search.append(name, typeof value === "string" ? value : JSON.stringify(value));
  const words = search.toString();
  return words === "" ? "" : `?${words}`;
}

async function read(response: Response): Promise<unknown> {
  const type = response.headers.get("content-type") ?? "";
  const said = await response.text();
  const body: unknown = type.includes("json") && said !== "" ? JSON.parse(said) : said;
  if (response.ok) return body;
  const { error = text.refused, messages = [text.status(response.status)] } = (body ?? {}) as {
    error?: string;
    messages?: string[];
  };
  throw new Refusal({ status: response.status, label: error, messages });
}
