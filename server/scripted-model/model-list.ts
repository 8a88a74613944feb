const MODEL_IDS = [
  "claude-opus-5-5",
  "claude-sonnet-5-5",
  "claude-haiku-5-5",
  "gpt-5.5",
  "gpt-5.5-codex",
  "scripted-1",
] as const;

/** A list of models with the fields that both vendors' clients need. */
export function modelList(): unknown {
  const data = MODEL_IDS.map((id) => ({
    id,
    object: "model",
    type: "model",
    display_name: id,
    created: 1_760_000_000,
    created_at: "2025-10-01T00:00:00Z",
    owned_by: "signalbox",
  }));
  return { object: "list", data, has_more: false, first_id: MODEL_IDS[0], last_id: MODEL_IDS.at(-1) };
}
