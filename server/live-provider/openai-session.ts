import type { RealtimeSessionCreateRequest } from "openai/resources/realtime/realtime";
import type { CallSettings } from "../domains/live/conversations/index.ts";

/** The model that writes down what was said. */
const transcriptionModel = "gpt-live-transcribe";

type Input = NonNullable<NonNullable<RealtimeSessionCreateRequest["audio"]>["input"]>;
type Output = NonNullable<NonNullable<RealtimeSessionCreateRequest["audio"]>["output"]>;

/**
 * The session of a call in the provider's words. A call that is open keeps its model and its voice: the provider refuses
 * a change of either.
 */
export function openAiSession(
  { values, instructions, tools, listening }: CallSettings,
  { isOpen }: { isOpen: boolean },
): RealtimeSessionCreateRequest {
  const output: Output = {
    speed: Number(values["voice_speed"]),
    ...(!isOpen && { voice: String(values["voice"]), format: { type: "audio/pcm", rate: 24_000 } as const }),
  };
  return {
    type: "realtime",
    ...(!isOpen && { model: String(values["voice_model"]) }),
    output_modalities: ["audio"],
    instructions,
    tools: tools.map(({ type, name, description, parameters }) => ({ type, name, description, parameters })),
    tool_choice: "auto",
    audio: {
      input: {
        transcription: { model: transcriptionModel },
        noise_reduction: noiseReduction(String(values["noise_reduction"])),
        turn_detection: turnDetection(values, listening === "always"),
      },
      output,
    },
    reasoning: { effort: values["voice_effort"] as "minimal" | "low" | "medium" | "high" },
    truncation: { type: "retention_ratio", retention_ratio: 0.8 },
  };
}

const noiseReduction = (setting: string): NonNullable<Input["noise_reduction"]> =>
  (setting === "off" ? null : { type: setting }) as NonNullable<Input["noise_reduction"]>;

/** A call that does not answer everything waits for the page to ask for each answer. */
function turnDetection(
  values: CallSettings["values"],
  answersAlways: boolean,
): NonNullable<Input["turn_detection"]> | null {
  const common = { create_response: answersAlways, interrupt_response: values["interruption"] === "on" };
  switch (values["turn_detection"]) {
    case "push_to_talk":
      return null;
    case "server_vad":
      return { type: "server_vad", silence_duration_ms: Number(values["silence_ms"]), ...common };
    default:
      return {
        type: "semantic_vad",
        eagerness: values["eagerness"] as "low" | "medium" | "high" | "auto",
        ...common,
      };
  }
}
