import { useState } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import type { Configs } from "../../../server/domains/surfaces/configs/model.ts";
import { Button } from "../../ui/Button.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { AddModelButton } from "../models/AddModelButton.tsx";
import { changeEffort, changeModel } from "./api.ts";
import {
  effortChoices,
  effortOf,
  modelChoices,
  modelConflict,
  modelOf,
  needsAccount,
} from "./model-settings.ts";
import { text } from "./text.ts";
import { useSessionSetting } from "./use-session-setting.ts";

interface Agent {
  model: string;
  effort: string;
}

function useAgent(session: Session) {
  const current: Agent = { model: modelOf(session), effort: effortOf(session) };
  return useSessionSetting({
    sessionId: session.id,
    current,
    refused: text.modelSettings.failed,
    // The effort goes first, because the service refuses a model that does not support the current effort.
    async send({ model, effort }: Agent) {
      const answer =
        effort === current.effort ? null : await changeEffort(session.id, effort === "" ? null : effort);
      return model === current.model && answer ? answer : changeModel(session.id, model);
    },
  });
}

/** The model of the agent and its reasoning effort. */
export function ModelSettings({ session, configs }: { session: Session; configs: Configs }) {
  const { value, change, busy } = useAgent(session);
  const [wanted, setWanted] = useState<string | null>(null);
  const conflict = wanted === null ? null : modelConflict(session, configs, wanted);
  const efforts = effortChoices(session, configs);
  const { agent_runtime: runtime } = session;
  const choose = (model: string): void => {
    if (modelConflict(session, configs, model) !== null) return setWanted(model);
    setWanted(null);
    change({ ...value, model });
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <SelectField
          label={text.modelSettings.model}
          hint={needsAccount(session, configs) ? text.modelSettings.needsAccount : null}
          options={modelChoices(session, configs)}
          value={value.model}
          disabled={busy}
          onValueChange={choose}
        />
        <AddModelButton
          runtimes={[{ value: runtime, label: configs.runtime_models[runtime]?.label ?? runtime }]}
          runtime={runtime}
          disabled={busy}
          onAdded={({ model }) => choose(model)}
        />
      </div>
      {wanted !== null && conflict !== null && (
        <div role="status" className="rounded-md border border-line bg-needs-soft p-2.5 text-xs">
          <p>{conflict}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button
              size="small"
              onClick={() => {
                setWanted(null);
                change({ model: wanted, effort: "" });
              }}
            >
              {text.modelSettings.changeBoth}
            </Button>
            <Button size="small" variant="quiet" onClick={() => setWanted(null)}>
              {text.modelSettings.cancel}
            </Button>
          </div>
        </div>
      )}
      {efforts.length > 0 && (
        <SelectField
          label={text.modelSettings.effort}
          options={efforts}
          value={value.effort}
          disabled={busy}
          onValueChange={(effort) => change({ ...value, effort })}
        />
      )}
    </div>
  );
}
