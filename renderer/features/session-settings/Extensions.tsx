import type { PickName } from "../../../server/domains/agents/catalog/model.ts";
import type { Configs } from "../../../server/domains/agents/configs/model.ts";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { Field } from "../../ui/Field.tsx";
import { MultiSelect } from "../../ui/MultiSelect.tsx";
import { toastWarning } from "../../ui/toasts.ts";
import { pickOptions } from "../new-session/view-model.ts";
import { changeHooks, changeMcpServers, changePlugins, changeSkills } from "./api.ts";
import {
  chosenOf,
  type InheritedExtension,
  inheritedExtensions,
  unavailableServers,
} from "./extension-sources.ts";
import { useSessionSetting } from "./use-session-setting.ts";

interface Kind {
  label: string;
  send(
    id: number,
    names: string[],
  ): Promise<{ session: Session; oauth_required?: boolean; message?: string | undefined }>;
}

const kinds: Record<PickName, Kind> = {
  mcpServers: { label: "MCP servers", send: changeMcpServers },
  skills: { label: "Skills", send: changeSkills },
  hooks: { label: "Hooks", send: changeHooks },
  plugins: { label: "Plugins", send: changePlugins },
};
const order: readonly PickName[] = ["mcpServers", "skills", "hooks", "plugins"];

function Inherited({ label, brought }: { label: string; brought: readonly InheritedExtension[] }) {
  if (brought.length === 0) return null;
  return (
    <ul aria-label={`${label} included automatically`} className="flex flex-wrap gap-1.5">
      {brought.map(({ name, from }) => (
        <li key={name} className="rounded-sm border border-line border-dashed px-1.5 text-xs wrap-anywhere">
          {name} <span className="text-faint">{from}</span>
        </li>
      ))}
    </ul>
  );
}

interface Props {
  session: Session;
  configs: Configs;
}

function PickEditor({ session, configs, pick }: Props & { pick: PickName }) {
  const { label, send } = kinds[pick];
  const { value, change, busy } = useSessionSetting({
    sessionId: session.id,
    current: chosenOf(session, pick),
    send: (names) => send(session.id, names),
    refused: `Could not change ${label}`,
    onKept: ({ oauth_required, message }) => {
      if (oauth_required) toastWarning(message ?? "Sign in to an MCP server");
    },
  });
  return (
    <div className="flex flex-col gap-1.5">
      <Field label={label} aside={busy && "Saving…"}>
        {({ id }) => (
          <MultiSelect
            id={id}
            options={pickOptions(configs, pick)}
            values={value}
            onValuesChange={change}
            placeholder="None"
          />
        )}
      </Field>
      <Inherited label={label} brought={inheritedExtensions(session, configs, pick)} />
    </div>
  );
}

/** What the agent is given to work with. */
export function Extensions({ session, configs }: Props) {
  const faults = unavailableServers(session, configs);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-xs text-faint">Changes take effect on the next turn.</p>
      {faults.length > 0 && (
        <ul aria-label="Unavailable servers" className="text-xs text-failed">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      {order.map((pick) => (
        <PickEditor key={pick} pick={pick} session={session} configs={configs} />
      ))}
    </div>
  );
}
