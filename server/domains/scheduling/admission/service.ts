import { type Actor, actorName } from "../../../http/caller.ts";
import type { AppSetting } from "../../owner/app-settings/index.ts";
import type { SessionRow } from "../../sessions/sessions/index.ts";
import { type Asked, type Decided, decisions, decisionView } from "./decisions.ts";
import { invalidPolicy, policyRefusal } from "./errors.ts";
import { type SpotGate, spotGate } from "./gate.ts";
import {
  type AdmissionDecision,
  defaultKnobs,
  type SpotPolicy,
  type SpotPolicyKnobs,
  type SpotPolicyPatch,
  type SpotPolicyPreview,
  spotPolicyKnobs,
} from "./model.ts";
import { type AllPause, pauseAll, pausedBy } from "./pause-all.ts";
import { policyReport } from "./policy-report.ts";
import type { AdmissionDeps } from "./ports.ts";
import { asksForNothing, changedPolicy, slotLimit } from "./rules.ts";
import { type AdmissionStore, admissionStore } from "./store.ts";
import { text } from "./text.ts";
import { waitReasonsOf } from "./waiting.ts";

const setting: AppSetting<SpotPolicyKnobs> = { key: "spot_policy", schema: spotPolicyKnobs };

/** Decides which turns of spot sessions may start, and starts those that waited for it. */
export interface AdmissionService extends SpotGate, AllPause {
  store: AdmissionStore;
  policy(): SpotPolicyKnobs;
  decide(asked: Asked): Decided;
  /** The decision about a session, or about a spot session in general. */
  decision(row: SessionRow | null): AdmissionDecision;

  /** How many sessions work now, and how many can at once. */
  slots(): { working: number; limit: number };

  /** Why sessions wait here, for `waiting` of a session. */
  waiting: ReturnType<typeof waitReasonsOf>;
  spotPolicy(): SpotPolicy;
  /** E114. */
  change(patch: SpotPolicyPatch, by: Actor): { changed: string[]; spot_policy: SpotPolicy };
  preview(patch: SpotPolicyPatch): SpotPolicyPreview;
}

export function admissionService(deps: AdmissionDeps): AdmissionService {
  const { database, log, settings, sessions } = deps;
  const store = admissionStore(database);
  const policy = (): SpotPolicyKnobs => settings.read(setting) ?? defaultKnobs;
  const allPaused = (): boolean => pausedBy(settings) !== null;
  const deciding = decisions({ ...deps, store, policy, allPaused });
  const gate = spotGate(deps, { store, policy, allPaused, decisions: deciding });
  const report = policyReport({
    ...deps,
    store,
    policy,
    decisions: deciding,
    pausedBy: () => pausedBy(settings),
  });

  return {
    ...gate,
    ...pauseAll(deps, { store, changed: gate.onChanged }),
    store,
    policy,
    decide: (asked) => deciding.decide(asked),
    decision: (candidate) => decisionView(deciding.decide({ candidate })),
    slots: () => ({
      working: store.occupied(0).onWorker,
      limit: slotLimit(policy(), deps.workerSlots),
    }),
    waiting: waitReasonsOf({ store, decisions: deciding, sessions }),
    spotPolicy: report.current,
    preview: (patch) => report.preview(readPolicy(policy(), patch).knobs),

    change: (patch, by) =>
      database.transaction(() => {
        const { knobs, changed } = readPolicy(policy(), patch);
        settings.write(setting, knobs);
        if (changed.length > 0) log.info(text.log.policyChanged(actorName(by), changed));
        gate.onChanged();
        return { changed, spot_policy: report.current() };
      }),
  };
}

function readPolicy(before: SpotPolicyKnobs, patch: SpotPolicyPatch) {
  if (asksForNothing(patch)) throw policyRefusal("nothing_to_change");
  const read = changedPolicy(before, patch);
  if (read.problems.length > 0) throw invalidPolicy(read.problems);
  return read;
}
