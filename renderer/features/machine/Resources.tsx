import { Section } from "../../ui/Section.tsx";
import { useResources } from "./api.ts";
import { text } from "./text.ts";
import { formatCpu, formatMemory } from "./view-model.ts";

/** Further processes are only counted. */
const maxListed = 8;

/** The process usage of the active turn. */
export function Resources({ sessionId }: { sessionId: number }) {
  const { data } = useResources(sessionId);
  if (data?.state !== "measured" || data.processes.length === 0) return null;
  const { processes } = data;
  return (
    <Section title={text.resources.title}>
      <table className="w-full text-xs tabular-nums">
        <thead className="text-2xs text-faint">
          <tr>
            <th className="text-start font-medium">{text.resources.process}</th>
            <th className="text-end font-medium">{text.resources.cpu}</th>
            <th className="text-end font-medium">{text.resources.memory}</th>
          </tr>
        </thead>
        <tbody>
          {processes.slice(0, maxListed).map(({ pid, name, cpu_percent, memory_bytes }) => (
            <tr key={pid} title={text.resources.pid(pid)}>
              <td className="max-w-0 truncate py-0.5 font-mono text-2xs">{name}</td>
              <td className="w-20 text-end">{formatCpu(cpu_percent)}</td>
              <td className="w-20 text-end">{formatMemory(memory_bytes)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t border-line font-medium">
          <tr>
            <td className="py-0.5">{text.resources.count(processes.length)}</td>
            <td className="text-end">{formatCpu(data.cpu_percent)}</td>
            <td className="text-end">{formatMemory(data.memory_bytes)}</td>
          </tr>
        </tfoot>
      </table>
    </Section>
  );
}
