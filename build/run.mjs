/**
 * The entry point of every npm script: sets up what is missing, then runs the task with Node 24.
 * Plain JavaScript with Node's built-in modules only, since it runs before anything is installed, also with Node 20.
 */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { becomeNode, endAs, runChild } from "./setup/child.mjs";
import { compiledCode, pruneCompiledCode } from "./setup/compiled-code.mjs";
import { ensure } from "./setup/ensure.mjs";
import { launchers, watchLaunchers } from "./setup/launcher-watch.mjs";
import { environmentFor, nodeFor } from "./setup/node-binary.mjs";
import { Interrupted, reportTo, SetupError } from "./setup/report.mjs";
import { TASKS } from "./setup/tasks.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * @param {string} name
 * @param {string[]} args
 */
async function run(name, args) {
  const task = TASKS[name];
  if (!task)
    throw new SetupError(
      `${name ? `Unknown task ${name}` : "No task given"}. Tasks: ${Object.keys(TASKS).join(", ")}.`,
    );
  if (task.help !== undefined && args.some((arg) => arg === "--help" || arg === "-h")) {
    process.stdout.write(`${task.help}\n`);
    return;
  }
  const report = reportTo(task.quietStdout ? process.stderr : process.stdout);
  await ensure(root, task.needs, report);
  await pruneCompiledCode(compiledCode(root), Date.now()).catch(() => undefined); // Another run may be pruning it.
  const node = nodeFor(root);
  const env = environmentFor(root, node, { isService: task.isService === true });
  const steps = await task.steps({ root, args, say: report.say, node, env });
  for (const step of steps) {
    if (steps.length > 1) report.say(`== ${step.name}`);
    if (step.stays) becomeNode(step.argv, { cwd: root, env, node });
    const plain = step.explain !== undefined;
    const ending = await runChild(step.argv, {
      cwd: root,
      env,
      plain,
      ...(step.node === false ? {} : { node }),
    });
    if (ending.signal || ending.code !== 0) {
      if (steps.length > 1) process.stderr.write(`${name} failed at: ${step.name}\n`);
      if (step.explain && !ending.stoppedBy) process.stderr.write(`${step.explain(ending.stderr)}\n`);
      return endAs(ending);
    }
  }
}

watchLaunchers(launchers());
try {
  const [name = "", ...args] = process.argv.slice(2);
  await run(name, args);
} catch (error) {
  if (error instanceof Interrupted) endAs({ code: null, signal: error.signal });
  else if (error instanceof SetupError) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } else throw error;
}
