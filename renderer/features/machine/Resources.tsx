import { Section } from "../../ui/Section.tsx";
import { useResources } from "./api.ts";
import { formatCpu, formatMemory } from "./view-model.ts";

/** The most processes that are listed; further ones are only counted. */
const listed = 8;

/** The process usage of the active turn. */
export function Resources({ sessionId }: { sessionId: number }) {
  const { data } = useResources(sessionId);
  if (data?.state !== "measured" || data.processes.length === 0) return null;
  const { processes } = data;
  return (
    <Section title="Resource usage">
      <table className="w-full text-xs tabular-nums">
        <thead className="text-2xs text-faint">
          <tr>
            <th className="text-start font-medium">Process</th>
            <th className="text-end font-medium">CPU</th>
            <th className="text-end font-medium">Memory</th>
          </tr>
        </thead>
        <tbody>
          {processes.slice(0, listed).map(({ pid, name, cpu_percent, memory_bytes }) => (
            <tr key={pid} title={`Process ${pid}`}>
              <td className="max-w-0 truncate py-0.5 font-mono text-2xs">{name}</td>
              <td className="w-20 text-end">{formatCpu(cpu_percent)}</td>
              <td className="w-20 text-end">{formatMemory(memory_bytes)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t border-line font-medium">
          <tr>
            <td className="py-0.5">
              {processes.length === 1 ? "One process" : `${processes.length} processes`}
            </td>
            <td className="text-end">{formatCpu(data.cpu_percent)}</td>
            <td className="text-end">{formatMemory(data.memory_bytes)}</td>
          </tr>
        </tfoot>
      </table>
    </Section>
  );
}
