import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { SelectField } from "../../ui/SelectField.tsx";
import { updateSession } from "../sessions/api.ts";
import { text as sessionText } from "../sessions/text.ts";
import { useSessionSetting } from "./use-session-setting.ts";

export function SchedulingClass({ session }: { session: Session }) {
  const { value, change, busy } = useSessionSetting({
    sessionId: session.id,
    current: session.scheduling_class,
    send: (scheduling_class: string | null) => updateSession(session.id, { scheduling_class }),
    refused: "Could not change the scheduling class",
  });
  const preset =
    session.scheduling_class === null
      ? `Automatic (${sessionText.classes[session.priority_class]})`
      : "Automatic";
  return (
    <SelectField
      label="Scheduling class"
      hint="Priority sessions start as soon as possible. Spot sessions use spare capacity."
      options={[
        { value: "", label: preset },
        { value: "priority", label: sessionText.classes.priority },
        { value: "spot", label: sessionText.classes.spot },
      ]}
      value={value ?? ""}
      disabled={busy}
      onValueChange={(chosen) => change(chosen === "" ? null : chosen)}
    />
  );
}
