/** The words of the tools. */
export const text = {
  getInference:
    "Who serves and who goes next: the accounts of a runtime, the quota they have left, the spot policy and the fleet top-up.",
  getPolicy:
    "The rules for spot sessions and what they do now, the fleet top-up, and the class of sessions by their origin.",
  action: [
    "Changes the rules for spot sessions. set_gating changes what you send of enabled, the reserves, max_concurrent_sessions,",
    "preemption_enabled and starvation_age_ceiling_hours; set_top_up what you send of its settings; promote_genesis and",
    "demote_genesis the class of every session of an origin that chose none; reset_genesis_classes all of these.",
  ].join(" "),

  inference: "Inference",
  policy: "Spot Policy",
  changed: "Spot Policy Updated",
  topUp: "Fleet Top-up",
  classes: "Classes by Origin",
  changedNames: (names: readonly string[]): string =>
    names.length === 0 ? "Nothing differs from before." : `Changed: ${names.join(", ")}.`,
  classLine: (kind: { class: string; overridden: boolean; live_sessions: number }): string =>
    `${kind.class}${kind.overridden ? ", changed from its default" : ""}; ${kind.live_sessions} open sessions derive from it`,
};
