import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { SelectField } from "../../ui/SelectField.tsx";
import { updateSession } from "../sessions/api.ts";
import { classLabels } from "../sessions/text.ts";
import { useSessionSetting } from "./use-session-setting.ts";

export function SchedulingClass({ session }: { session: Session }) {
  const { value, change, busy } = useSessionSetting({
    sessionId: session.id,
    current: session.scheduling_class,
    send: (scheduling_class: string | null) => updateSession(session.id, { scheduling_class }),
    refused: "The scheduling class was not changed",
  });
  const preset =
    session.scheduling_class === null
      ? `By its origin (${classLabels[session.priority_class]})`
      : "By its origin";
  return (
    <SelectField
      label="Scheduling class"
      hint="A priority session starts as soon as it can; spot takes what is left."
      options={[
        { value: "", label: preset },
        { value: "priority", label: classLabels.priority },
        { value: "spot", label: classLabels.spot },
      ]}
      value={value ?? ""}
      disabled={busy}
      onValueChange={(chosen) => change(chosen === "" ? null : chosen)}
    />
  );
}
