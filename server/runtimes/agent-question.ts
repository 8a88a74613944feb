import { asList, asObject, asText, type Json } from "./json.ts";

/** What an agent asks a person with a tool of its CLI, which waits for the answer. */
export interface AgentQuestion {
  /** The tool's name. */
  tool: string;
  parts: readonly QuestionPart[];
}

export interface QuestionPart {
  /** The CLI's own id of the part. */
  id: string;
  heading: string;
  text: string;
  /** Empty if the answer is a text. */
  options: readonly { label: string; description: string }[];
  /** More than one option can be chosen. */
  several: boolean;
}

export type AgentReply =
  /** By the ids of the parts; a part without an answer is left out. */
  | { kind: "answered"; answers: ReadonlyMap<string, readonly string[]> }
  | { kind: "declined"; reason: string };

/** The questions as the tools of the CLIs spell them; `id` is the field that tells them apart. */
export const questionParts = (input: Json, id: "id" | "question"): QuestionPart[] =>
  asList(input["questions"])
    .map(asObject)
    .map((question) => ({
      id: asText(question[id]) ?? "",
      heading: asText(question["header"]) ?? "",
      text: asText(question["question"]) ?? "",
      options: asList(question["options"])
        .map(asObject)
        .map((option) => ({
          label: asText(option["label"]) ?? "",
          description: asText(option["description"]) ?? "",
        })),
      several: question["multiSelect"] === true,
    }));
