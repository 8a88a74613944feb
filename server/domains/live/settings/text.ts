import { guidanceMaxLength, type LiveChanges } from "./model.ts";
import type { Clamped, LiveProblem, PatchedSettings } from "./rules.ts";

const shown = (value: string | number | null): string => (value === null ? "none" : String(value));

function changeSentence([key, { before, after }]: [string, LiveChanges[string]]): string {
  if (key !== "guidance") return `${key} changed from ${shown(before)} to ${shown(after)}.`;
  const length = shown(after).length;
  return after === ""
    ? "The guidance was removed."
    : `The guidance has ${length.toLocaleString("en")} characters now.`;
}

const clampedSentence = ({ key, asked, min, max }: Clamped): string =>
  `${key} goes from ${min} to ${max}; ${asked} was brought within it.`;

export const text = {
  fields: {
    text_model: { label: "Model", help: "Answers typed messages." },
    text_effort: { label: "Reasoning", help: "More reasoning takes longer." },
    text_max_output_tokens: { label: "Longest answer", help: "In tokens." },
    voice_model: { label: "Voice model", help: "Applies from the next call." },
    voice: { label: "Voice", help: "Applies from the next call." },
    voice_speed: { label: "Speed", help: "1 is the normal speed." },
    voice_effort: { label: "Reasoning in calls", help: "More reasoning takes longer." },
    turn_detection: { label: "End of a turn", help: "How a call knows that you have finished speaking." },
    eagerness: { label: "Eagerness", help: "How soon an answer starts when the turn ends by meaning." },
    silence_ms: { label: "Silence", help: "In milliseconds, when the turn ends by silence." },
    interruption: { label: "Interruption", help: "Whether speaking stops the answer." },
    noise_reduction: { label: "Microphone", help: "Which noise is filtered out." },
    listening_mode: { label: "Listening", help: "When a call takes what it hears as meant for it." },
    wake_word: { label: "Wake word", help: "The word that addresses the call." },
    call_limit_dollars: {
      label: "Limit per conversation",
      help: "In US dollars, at list prices. Only a person can change it.",
    },
    day_limit_dollars: {
      label: "Limit per day",
      help: "In US dollars, for all live conversations. Only a person can change it.",
    },
    idle_minutes: { label: "End after silence", help: "Minutes without a word, after which a call ends." },
  },

  options: {
    turnDetection: { semantic_vad: "By meaning", server_vad: "By silence", push_to_talk: "Push to talk" },
    noiseReduction: { near_field: "Headset", far_field: "Laptop or room", off: "No filter" },
    listening: {
      always: "Always",
      wake_word: "After the wake word",
      dynamic: "For 30 seconds after an exchange, else after the wake word",
    },
  },

  problem(problem: LiveProblem): string {
    switch (problem.kind) {
      case "unknown":
        return `${problem.key} is not a setting of live conversations`;
      case "not_an_option":
        return `${problem.key} must be one of ${problem.options.join(", ")}`;
      case "not_a_number":
        return `${problem.key} must be a number`;
      case "people_only":
        return `Only a person can change ${problem.key}`;
      case "guidance_too_long":
        return `The guidance has at most ${guidanceMaxLength.toLocaleString("en")} characters`;
    }
  },

  /** What changed, and which numbers were brought within their range. */
  summary({ changes, clamped }: Pick<PatchedSettings, "changes" | "clamped">): string {
    const sentences = [...Object.entries(changes).map(changeSentence), ...clamped.map(clampedSentence)];
    return sentences.length === 0 ? "Nothing changed." : sentences.join(" ");
  },

  tool: {
    description:
      "Read or change the settings of live conversations, and the guidance the person gave for them",
    settings: 'Values by key; a blank value or "default" restores the default',
    guidance: "Replaces the guidance",
    appendGuidance: "Adds a line to the guidance",
    reset: "Restore the default of every setting; the guidance stays",
    heading: "Live settings",
    changed: "Live settings changed",
    setting: (key: string, value: string | number, isOverride: boolean): string =>
      `- **${key}:** ${value}${isOverride ? " (changed)" : ""}`,
    guidanceHeading: "Guidance",
    noGuidance: "None.",
  },
};
