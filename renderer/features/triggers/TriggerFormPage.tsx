import { useParams } from "@tanstack/react-router";
import { Loaded } from "../../ui/QueryContent.tsx";
import { useConfigs } from "../new-session/use-configs.ts";
import { useTriggerToEdit } from "./api.ts";
import { TriggerForm } from "./TriggerForm.tsx";

export function NewTriggerPage() {
  const configs = useConfigs();
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <Loaded query={configs} what="the catalog">
        {(data) => <TriggerForm configs={data} trigger={null} />}
      </Loaded>
    </div>
  );
}

export function EditTriggerPage() {
  const { id = "" } = useParams({ strict: false });
  const configs = useConfigs();
  const query = useTriggerToEdit(id);
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <Loaded query={configs} what="the catalog">
        {(data) => (
          <Loaded query={query} what="the trigger">
            {({ trigger }) => <TriggerForm key={trigger.id} configs={data} trigger={trigger} />}
          </Loaded>
        )}
      </Loaded>
    </div>
  );
}
