import { useParams } from "@tanstack/react-router";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { useConfigs } from "../new-session/use-configs.ts";
import { useTriggerToEdit } from "./api.ts";
import { TriggerForm } from "./TriggerForm.tsx";
import { text } from "./text.ts";

export function NewTriggerPage() {
  const configs = useConfigs();
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <QueryContent query={configs} what={text.loading.catalog}>
        {(data) => <TriggerForm configs={data} trigger={null} />}
      </QueryContent>
    </div>
  );
}

export function EditTriggerPage() {
  const { id = "" } = useParams({ strict: false });
  const configs = useConfigs();
  const query = useTriggerToEdit(id);
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <QueryContent query={configs} what={text.loading.catalog}>
        {(data) => (
          <QueryContent query={query} what={text.loading.trigger}>
            {({ trigger }) => <TriggerForm key={trigger.id} configs={data} trigger={trigger} />}
          </QueryContent>
        )}
      </QueryContent>
    </div>
  );
}
