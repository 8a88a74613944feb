import { Command as Palette } from "cmdk";
import { Play, Zap } from "lucide-react";
import type { Trigger } from "../../server/domains/automation/triggers/model.ts";
import { groupClass, itemClass } from "./palette-classes.ts";
import { text } from "./text.ts";

/** The names that find a trigger to open it or to invoke it. */
const openNames = ({ name, agent_root_name }: Trigger): string[] => [name, "trigger", agent_root_name];
const invokeNames = ({ name }: Trigger): string[] => [text.palette.invokeName(name), "trigger fire run"];

export const triggerNames = (trigger: Trigger): string[][] => [openNames(trigger), invokeNames(trigger)];

interface Props {
  triggers: readonly Trigger[];
  onOpen(id: number): void;
  onInvoke(id: number): void;
}

/** Each trigger twice: to open it and to invoke it. */
export function TriggerItems({ triggers, onOpen, onInvoke }: Props) {
  return (
    <Palette.Group heading={text.palette.triggers} className={groupClass}>
      {triggers.flatMap((trigger) => [
        <Palette.Item
          key={`open ${trigger.id}`}
          value={`trigger ${trigger.id}`}
          keywords={openNames(trigger)}
          onSelect={() => onOpen(trigger.id)}
          className={itemClass}
        >
          <Zap aria-hidden className="size-4 shrink-0 text-faint" />
          <span className="min-w-0 flex-1 truncate">{trigger.name}</span>
          <span className="max-w-40 truncate text-xs text-faint">{trigger.agent_root_name}</span>
        </Palette.Item>,
        <Palette.Item
          key={`invoke ${trigger.id}`}
          value={`invoke trigger ${trigger.id}`}
          keywords={invokeNames(trigger)}
          onSelect={() => onInvoke(trigger.id)}
          className={itemClass}
        >
          <Play aria-hidden className="size-4 shrink-0 text-faint" />
          <span className="min-w-0 flex-1 truncate">{text.palette.invoke(trigger.name)}</span>
        </Palette.Item>,
      ])}
    </Palette.Group>
  );
}
