import { howMany, type Kind, shellWord } from "pulumi-workspace-gateway/tools";
import { hasPlugin } from "../../../doctor/project/pulumi-project.js";
import type { ExportedObject } from "../../../export/exported-program.js";
import { importArguments, importFile, whatImports } from "../../../export/first-steps.js";
import { importText } from "../../../export/import-text.js";
import { readStackState, type StackResource } from "../../../stack/stack-state.js";
import { withPrivateFile } from "../../private-folder.js";
import { stackArguments } from "../../stacks.js";
import type { Terminal } from "../../terminal.js";
import { installPackages, pulumiIn } from "./run-in-folder.js";

/** What an import has done. */
export interface StackImport {
  readonly stack: string;
  /** How many objects it took into the stack. */
  readonly objects: number;
  /** How many the stack had before. */
  readonly already: number;
  /** Why others were left out: the stack would have two resources of one object, or two objects of one name. */
  readonly leftOut: readonly string[];
  /** Whether a preview has shown that there is nothing to do. None is run before the keys are set. */
  readonly previewIsEmpty: boolean;
}

export interface ImportRequest {
  readonly folder: string;
  readonly stack: string;
  /** What the program declares. */
  readonly objects: readonly ExportedObject[];
  readonly kinds: readonly Kind[];
  /** Whether the program asks for keys. Without them it does not run. */
  readonly asksForKeys: boolean;
}

/** Takes objects into the stack of their program, those that it has not yet. Nothing is written to the gateway. */
export async function importIntoStack(request: ImportRequest, terminal: Terminal): Promise<StackImport> {
  const { folder, stack, kinds, asksForKeys } = request;
  const live = request.objects.filter(({ imported }) => imported !== undefined);
  const none = "the program is written, and nothing was imported. Run this again with --into --import";
  await installPackages(folder, terminal);
  await pulumiIn(folder, ["stack", "select", "--create", stack], { terminal, otherwise: none });
  const exported = ["stack", "export", ...stackArguments(stack)];
  const state = await pulumiIn(folder, exported, { terminal, otherwise: none, quiet: true });
  const { missing, leftOut } = compareWithStack(live, readStackState(state, kinds).resources);
  await importMissing(missing, request, terminal);
  if (!asksForKeys) {
    await pulumiIn(folder, ["preview", "--expect-no-changes", ...stackArguments(stack)], {
      terminal,
      otherwise: `${howMany(missing.length, "object")} imported, but the preview is not empty. Look at it before any \`pulumi up\``,
    });
  }
  const already = live.length - missing.length - leftOut.length;
  return { stack, objects: missing.length, already, leftOut, previewIsEmpty: !asksForKeys };
}

async function importMissing(
  missing: readonly ExportedObject[],
  { folder, stack }: ImportRequest,
  terminal: Terminal,
): Promise<void> {
  if (missing.length > 0) {
    const text = importText(missing, await hasPlugin(folder));
    await withPrivateFile(importFile, text, (file) =>
      pulumiIn(folder, [...importArguments(file), ...stackArguments(stack)], {
        terminal,
        otherwise:
          `the program is written. The import needs ${whatImports}. ` +
          "Run this again with --into --import: what the stack has by then is not imported twice. " +
          `If this run was interrupted, run \`pulumi cancel --yes ${shellWord(stack)}\` in ${folder} before: it removes the lock`,
      }),
    );
  }
}

/** Which objects a stack has not, and why some of them cannot be imported. */
function compareWithStack(
  objects: readonly ExportedObject[],
  resources: readonly StackResource[],
): { readonly missing: readonly ExportedObject[]; readonly leftOut: readonly string[] } {
  const managed = resources.filter(({ leaving }) => !leaving);
  const missing: ExportedObject[] = [];
  const leftOut: string[] = [];
  for (const object of objects) {
    const alike = managed.filter(({ kind }) => kind.name === object.kind);
    const called = alike.find(({ name }) => name === object.name);
    const same = alike.find(({ id, external }) => id === object.id && !external);
    const label = `${object.kind} ${JSON.stringify(object.name)}`;
    if (called !== undefined && (called.id !== object.id || called.external)) {
      leftOut.push(
        `${label} was not imported: the stack has this name for ${called.external ? "an object that it only reads" : `the object ${called.id}`}. Run \`pulumi refresh\`, and this again.`,
      );
    } else if (called === undefined && same !== undefined) {
      leftOut.push(
        `${label} was not imported: the stack has it as ${JSON.stringify(same.name)}. Take one of the two declarations out of the program.`,
      );
    } else if (called === undefined) {
      missing.push(object);
    }
  }
  return { missing, leftOut };
}
