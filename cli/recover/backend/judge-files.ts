import { about, type Diagnosis } from "../../doctor/diagnosis.js";
import { recoverCommandFor } from "../../doctor/stack/recover-remedy.js";
import { type BrokenFile, brokenFiles } from "./broken-files.js";
import { type StackPlace, stacksOf } from "./stack-files.js";

const check = about("checkpoint files");

/**
 * Judges the files of a project's stacks in a file backend. A broken file is a problem for the stack that is meant, and a warning
 * for another one. Without a stack's name every file counts: then pulumi cannot even say which stack is selected.
 */
export async function judgeFiles(
  place: Omit<StackPlace, "stack">,
  meant: string | undefined,
): Promise<readonly Diagnosis[]> {
  const all = await stacksOf(place);
  const others = all.filter((stack) => stack !== meant);
  const told = new Set<string>();
  const findings: Diagnosis[] = [];
  for (const stack of meant === undefined ? all : [meant, ...others]) {
    for (const broken of await brokenFiles({ ...place, stack })) {
      if (!told.has(broken.file)) {
        told.add(broken.file); // some belong to all stacks
        const isMeant = meant === undefined || stack === meant;
        findings.push(isMeant ? check.problem(words(broken, stack)) : check.warning(words(broken, stack)));
      }
    }
  }
  return findings.length === 0 ? [check.ok({ found: "No file of the backend is cut short." })] : findings;
}

function words({ is, file }: BrokenFile, stack: string) {
  const what =
    is === "state" ? "puts the newest copy in its place" : "takes the file away, which holds only a checksum";
  return {
    found: `${file} is empty or cut short: pulumi was killed while it wrote.`,
    means: "Commands on this stack fail, such as with `failed to load checkpoint: EOF`.",
    remedy: `Run ${recoverCommandFor(stack)}: it ${what}.`,
    facts: { file },
  };
}
