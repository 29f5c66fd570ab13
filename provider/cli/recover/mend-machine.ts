import { type BrokenFile, brokenFiles, mendFile } from "../../recover/backend/broken-files.js";
import { endProcesses, leftoverProcesses } from "../../recover/backend/leftover-processes.js";
import { undisturbed } from "../undisturbed.js";
import { begunFile, rememberBegun, sinceOfBegun } from "./begun-recovery.js";
import { agreed, type Recovery, Stopped } from "./recovery-steps.js";
import type { RecoveryReport } from "./report/recovery-report.js";

/**
 * Ends what still lives of the killed run, and makes the files of the backend readable. Gives the time of the copy that took the
 * place of the state, in milliseconds, if one did: nobody has recorded what was begun after it.
 */
export async function mendMachine(recovery: Recovery): Promise<number | undefined> {
  await endLeftovers(recovery);
  return mendFiles(recovery);
}

async function endLeftovers(recovery: Recovery): Promise<void> {
  const { place, terminal, report } = recovery;
  const { folder, packages, name } = place.project;
  const processes = await leftoverProcesses({
    folders: [folder, packages],
    project: name,
    stack: place.shortName,
    backend: place.backend,
  });
  if (processes === undefined) {
    report.processes = null;
    terminal.note("This system does not show its processes here: none of the killed run were looked for.");
    return;
  }
  report.processes = processes.map(({ pid, what }) => ({ pid, what }));
  if (processes.length === 0) {
    return;
  }
  for (const { pid, what } of processes) {
    terminal.note(
      `The process ${pid} still lives: ${what} of a run whose pulumi is gone. It may still write.`,
    );
  }
  report.changed = true;
  if (await agreed(recovery, processes.length === 1 ? "End it?" : "End them?")) {
    terminal.progress("ending processes");
    await endProcesses(processes);
    terminal.note(`Ended ${processes.map(({ pid }) => pid).join(", ")}.`);
  }
}

async function mendFiles(recovery: Recovery): Promise<number | undefined> {
  const { place, terminal, report, wish } = recovery;
  const broken = place.files === undefined ? [] : await brokenFiles(place.files);
  if (broken.length === 0) {
    return undefined;
  }
  for (const each of broken) {
    terminal.note(sayBroken(each));
  }
  const hopeless = broken.find((each) => each.is === "state" && each.copy === undefined);
  if (hopeless !== undefined) {
    throw new Error(
      `no copy of ${hopeless.file} can be read, so it was left as it is. ` +
        "Restore it from a backup of your own, or make a new stack and run `npx workspace-gateway export … --import`.",
    );
  }
  report.changed = true;
  report.files = broken.map((each) => factsOf(each));
  const [restored] = broken.flatMap((each) => (each.is === "state" ? [each.copy?.at] : []));
  if (await agreed(recovery, "Mend the files?")) {
    if (restored !== undefined) {
      const file = begunFile(place);
      const begun = await sinceOfBegun(file, undefined); // of a state that cannot be read, pulumi tells no success
      // A mended file does not tell that it was one.
      await rememberBegun(file, Math.min(restored, begun ?? restored), new Date());
    }
    const kept: (string | undefined)[] = [];
    await undisturbed(() => {
      for (const each of broken) {
        kept.push(mendFile(each));
      }
    });
    report.files = broken.map((each, index) => factsOf(each, kept[index]));
    for (const name of kept.filter((each) => each !== undefined)) {
      terminal.note(`Restored. What was there is kept as ${name}.`);
    }
  } else if (wish.dryRun) {
    throw new Stopped("The state can be read only once its files are mended, so a dry run ends here.");
  }
  return restored;
}

function factsOf(broken: BrokenFile, kept?: string): RecoveryReport["files"][number] {
  const copy = broken.is === "state" ? broken.copy?.file : undefined;
  return {
    file: broken.file,
    ...(copy === undefined ? {} : { restoredFrom: copy }),
    ...(kept === undefined ? {} : { kept }),
  };
}

function sayBroken(broken: BrokenFile): string {
  if (broken.is === "attributes") {
    return `${broken.file} is cut short: pulumi was killed while it wrote, and cannot read what is beside it. It holds only a checksum, and is taken away.`;
  }
  const { file, copy } = broken;
  const from =
    copy === undefined
      ? "There is no copy that can be read."
      : `${copy.file} can be read${copy.at === undefined ? "" : `, of ${new Date(copy.at).toISOString()}`}, and takes its place.`;
  return `${file}, the state of the stack, is cut short. ${from}`;
}
