import { howMany, type Kind, shellWord } from "pulumi-workspace-gateway/tools";
import { hasPlugin } from "../../../doctor/project/pulumi-project.js";
import type { ExportedObject } from "../../../export/exported-program.js";
import { importArguments, importFile, whatImports } from "../../../export/first-steps.js";
import { importEntries, importText } from "../../../export/import-text.js";
import { readStackState } from "../../../stack/stack-state.js";
import { withPrivateFile } from "../../private-folder.js";
import { stackArguments } from "../../stacks.js";
import type { Terminal } from "../../terminal.js";
import { inStack } from "./in-stack.js";
import { installPackages, pulumiIn } from "./run-in-folder.js";

/** What an import has done. */
export interface StackImport {
  readonly stack: string;
  /** How many objects it took into the stack. */
  readonly objects: number;
  /** How many of those that it had got new values. */
  readonly refreshed: number;
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
  /** Whether the program has the values of an object that the gateway shows. */
  isMerged(object: ExportedObject): boolean;
  readonly kinds: readonly Kind[];
  /** Whether the program asks for keys. Without them it does not run. */
  readonly asksForKeys: boolean;
}

/** Takes objects into the stack of their program: those that it has not yet, and new values of the others. Nothing is written to the gateway. */
export async function importIntoStack(request: ImportRequest, terminal: Terminal): Promise<StackImport> {
  const { folder, stack, kinds, asksForKeys } = request;
  const live = request.objects.filter(({ imported }) => imported !== undefined);
  const none = "the program is written, and nothing was imported. Run this again with --into --import";
  await installPackages(folder, terminal);
  await pulumiIn(folder, ["stack", "select", "--create", stack], { terminal, otherwise: none });
  const exported = ["stack", "export", ...stackArguments(stack)];
  const state = await pulumiIn(folder, exported, { terminal, otherwise: none, quiet: true });
  const { resources } = readStackState(state, kinds);
  const looked = live.map((object) => ({ object, seen: inStack(object, resources) }));
  const missing = looked.filter(({ seen }) => seen.is === "missing").map(({ object }) => object);
  const there = looked.flatMap(({ object, seen }) => (seen.is === "there" ? [{ object, ...seen }] : []));
  const outdated = there.filter(({ object, old }) => old.size > 0 && request.isMerged(object));
  await importMissing(missing, request, terminal);
  await refresh(
    outdated.map(({ urn }) => urn),
    request,
    terminal,
  );
  if (!asksForKeys) {
    await pulumiIn(folder, ["preview", "--expect-no-changes", ...stackArguments(stack)], {
      terminal,
      otherwise: `${howMany(missing.length, "object")} imported, but the preview is not empty. Look at it before any \`pulumi up\``,
    });
  }
  return {
    stack,
    objects: missing.length,
    refreshed: outdated.length,
    already: there.length,
    leftOut: looked.flatMap(({ seen }) => (seen.is === "blocked" ? [seen.why] : [])),
    previewIsEmpty: !asksForKeys,
  };
}

/** Takes the values that the gateway shows into the stack. */
async function refresh(
  urns: readonly string[],
  { folder, stack }: ImportRequest,
  terminal: Terminal,
): Promise<void> {
  if (urns.length > 0) {
    const targets = urns.flatMap((urn) => ["--target", urn]);
    await pulumiIn(folder, ["refresh", "--yes", "--skip-preview", ...stackArguments(stack), ...targets], {
      terminal,
      otherwise:
        "the program has the new values, and the stack has the old ones. Run this again with --into --import",
    });
  }
}

async function importMissing(
  missing: readonly ExportedObject[],
  { folder, stack }: ImportRequest,
  terminal: Terminal,
): Promise<void> {
  if (missing.length > 0) {
    const text = importText(importEntries(missing, await hasPlugin(folder)));
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
