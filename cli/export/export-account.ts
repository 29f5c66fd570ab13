import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import {
  codeOf,
  defined,
  everyKind,
  holdsKinds,
  howMany,
  type Kind,
  nounOf,
  printable,
} from "pulumi-workspace-gateway/tools";
import { lookForProject } from "../doctor/pulumi.js";
import { usualIgnoreFile } from "../drift/command.js";
import type { IgnoreRule } from "../drift/drift.js";
import { ignorable, manageable } from "../drift/undeclared.js";
import { createWhole } from "../files.js";
import { type GatewayOptions, withBaseUrl } from "../gateway.js";
import { nameOf } from "../live/live-account.js";
import { assertNoSecrets, programSecrets, unmaskedBecause } from "../masking.js";
import { isForPrograms, type OutputOptions, resultText } from "../output.js";
import { readStackConfig } from "../stacks.js";
import { type Terminal, UsageError } from "../terminal.js";
import { compareKeys } from "../text/words.js";
import { exportProgram } from "./export-program.js";
import {
  type ExportedFile,
  type ExportedObject,
  firstSteps,
  importFile,
  importText,
  keySteps,
  lastSteps,
  type ProgramSecrets,
  type ShellStep,
  stepLines,
  upStep,
  urlStep,
} from "./exported-program.js";
import { importIntoStack, type StackImport } from "./import-stack.js";
import { type AccountForExport, type ExportChoice, exportChoice, readForExport } from "./read-account.js";

export interface ExportOptions extends GatewayOptions, OutputOptions {
  readonly workspace?: readonly string[];
  readonly without?: readonly string[];
  readonly import?: true;
  readonly stack?: string;
  readonly leaveKeys?: true;
  readonly project?: string;
}

export async function exportAccount(
  folder: string,
  options: ExportOptions,
  terminal: Terminal,
): Promise<void> {
  const { stack = "dev" } = options;
  const isForPeople = !isForPrograms(options);
  const result = await writeExport(folder, options, terminal);
  if (isForPeople) {
    printExport(result, terminal);
  }
  let imported: StackImport | undefined;
  try {
    if (options.import) {
      const { objects, keys } = result.program;
      imported = await importIntoStack(
        { folder, stack, kinds: result.kinds, objects: objects.length, asksForKeys: keys.length > 0 },
        // The provider reads the base URL only from its settings.
        { ...terminal, env: withBaseUrl(terminal.env, options) },
      );
    }
  } finally {
    if (!isForPeople) {
      terminal.out(resultText(options, () => exportFacts(result, imported)));
    }
  }
  if (isForPeople && imported !== undefined) {
    printImport(imported, result, terminal);
  } else if (isForPeople) {
    printNextSteps(result, stack, terminal);
  }
}

async function writeExport(folder: string, options: ExportOptions, terminal: Terminal) {
  const { baseUrl, connection, leaveKeys, workspace } = options;
  if (options.stack !== undefined && !options.import) {
    throw new UsageError("--stack requires --import");
  }
  assertEmpty(folder);
  const project = projectName(options.project, folder);
  const kinds = await everyKind();
  const choice = exportChoice(options, kinds);
  // This process waits for pulumi to exit, even after Ctrl-C, so nothing else may run at the same time.
  const secrets = await secretsHere(terminal);
  const account = await readForExport(kinds, choice, options, terminal);
  const { objects, strays } = account;
  const keys = leaveKeys ? "left" : "required";
  const program = exportProgram({ project, kinds, objects, strays, keys, secrets });
  const files = [
    ...program.files,
    ...(await driftFile(account, choice, kinds, workspace !== undefined)),
    { path: importFile, text: importText(program.objects, false) },
  ];
  assertNoSecrets(files, secrets.mask);
  await createWhole(files.map(({ path: file, text }) => ({ path: path.join(folder, file), text })));
  return {
    ...{ folder, kinds, program, account, leftOut: choice.leftOut },
    written: files.map(({ path }) => path),
    ...defined({ url: baseUrl === undefined ? undefined : urlStep(baseUrl, connection) }),
  };
}

/** The current folder's selected stack may declare the account's secrets. */
async function secretsHere(terminal: Terminal): Promise<ProgramSecrets> {
  const project = await lookForProject(process.cwd());
  if (project === undefined || "wrong" in project) {
    return programSecrets(terminal, undefined);
  }
  try {
    await readStackConfig([], { ...terminal, note: () => {} });
  } catch (error) {
    if (codeOf(error instanceof Error ? error.cause : undefined) !== "ENOENT") {
      terminal.note(unmaskedBecause(error));
    }
  }
  return programSecrets(terminal, project.name);
}

/** Rules that make `drift` ignore objects that the export could not or should not declare. */
async function driftFile(
  account: AccountForExport,
  choice: ExportChoice,
  kinds: readonly Kind[],
  isPart: boolean,
): Promise<ExportedFile[]> {
  const listed = kinds.filter(({ endpoints }) => endpoints.list !== undefined);
  const leftOut = choice.leftOut.filter(({ what }) => listed.some(({ name }) => name === what));
  const holders = isPart ? listed.filter((kind) => holdsKinds(kind, kinds)) : [];
  const reasons = new Map(
    account.objects.flatMap((each) =>
      "why" in each && listed.includes(each.object.kind) ? [[each.object, each.why] as const] : [],
    ),
  );
  // `drift` never lists objects that no resource can manage.
  const objects = (await manageable([...reasons.keys()])).map((object) => ({
    ...defined({ ...ignorable(object) }),
    reason: reasons.get(object) ?? "",
  }));
  const rules: IgnoreRule[] = [
    ...leftOut.map(({ what, why }) => ({ kind: what, reason: why })),
    ...holders.map(({ name }) => ({ kind: name, reason: "only selected workspaces were exported" })),
    ...objects.sort((a, b) => compareKeys([JSON.stringify(a)], [JSON.stringify(b)])),
  ];
  const lines = rules.map((rule) => {
    const pairs = Object.entries(rule).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
    return `  - { ${pairs.join(", ")} }\n`;
  });
  const head = "# Objects that `workspace-gateway drift` does not list. Generated by an export.\nignore:\n";
  return lines.length === 0 ? [] : [{ path: usualIgnoreFile, text: head + lines.join("") }];
}

function assertEmpty(folder: string): void {
  let names: string[] = [];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") {
      const isFile = codeOf(error) === "ENOTDIR" && statSync(folder, { throwIfNoEntry: false })?.isFile();
      throw new UsageError(
        isFile ? `${folder} is a file: specify a folder` : `${folder} cannot be used: ${String(error)}`,
      );
    }
  }
  if (names.length > 0) {
    throw new UsageError(
      `${folder} is not empty, and an export does not overwrite files: specify a new or empty folder. ` +
        "To declare objects that were added after an earlier export, use `workspace-gateway drift --adopt`",
    );
  }
}

export function projectName(given: string | undefined, folder: string): string {
  if (given !== undefined) {
    if (!/^[\w.-]{1,100}$/.test(given)) {
      throw new UsageError(
        `--project ${JSON.stringify(given)}: a project name can have at most 100 letters, digits, ".", "_" and "-"`,
      );
    }
    return given;
  }
  const base = path.basename(path.resolve(folder)).normalize("NFKD").replace(/\p{M}/gu, "");
  const name = base.replace(/[^\w.-]+/g, "-").replace(/^[-.]+|(?<![-.])[-.]+$/g, "");
  return name.slice(0, 100) || "gateway";
}

type ExportResult = Awaited<ReturnType<typeof writeExport>>;

function exportFacts(result: ExportResult, imported: StackImport | undefined) {
  const { folder, program, written, leftOut } = result;
  return {
    folder,
    files: written,
    objects: program.objects.map(({ kind, id, workspaceId, name, file }) => {
      return { kind, id, workspaceId, name, file };
    }),
    keys: program.keys.map((key) => ({ ...key, command: keySteps([key])[0]?.command })),
    ...{ remarks: program.remarks, leftOut, imported: imported ?? null },
  };
}

function printExport(result: ExportResult, { out }: Terminal): void {
  const { program, written, folder, leftOut } = result;
  const head = `Exported ${howMany(program.objects.length, "object")} to ${folder}: ${howMany(written.length, "file")} written.`;
  const print = (lines: readonly string[]) => out(`${lines.map(printable).join("\n")}\n`);
  print([head, ...counts(result)]);
  const undeclared = [
    ...program.remarks.map(({ what, workspace, id, why }) => {
      const where = workspace === undefined ? "" : ` in ${JSON.stringify(workspace)}`;
      return `${what}${where} (${id}): ${why}`;
    }),
    ...leftOut.map(({ what, why }) => `${what}: ${why}`),
  ];
  if (undeclared.length > 0) {
    print(["Not declared:", ...undeclared.map((line) => `- ${line}`)]);
  }
}

function counts({ program: { objects }, account: { holders } }: ExportResult): string[] {
  const owner = ({ id, workspaceId }: ExportedObject) =>
    holders.find((holder) => holder.id === (workspaceId ?? id));
  return [...Map.groupBy(objects, owner)].map(([holder, own]) => {
    const kinds = [...Map.groupBy(own, ({ spec }) => spec)].map(([spec, all]) =>
      howMany(all.length, nounOf(spec)),
    );
    return `  ${holder === undefined ? "in the account" : JSON.stringify(nameOf(holder))}: ${kinds.join(", ")}`;
  });
}

function printNextSteps({ program, folder, url }: ExportResult, stack: string, { out }: Terminal): void {
  if (program.objects.length > 0) {
    out(steps(folder, firstSteps(stack, url, program.keys)));
  }
}

function printImport(
  { stack, objects, previewIsEmpty }: StackImport,
  { program: { keys }, folder }: ExportResult,
  { out }: Terminal,
): void {
  const empty = previewIsEmpty ? " The preview is empty." : "";
  out(`Imported ${howMany(objects, "object")} into the stack ${stack}.${empty}\n`);
  if (objects > 0) {
    out(steps(folder, [...keySteps(keys), ...(previewIsEmpty ? [upStep] : lastSteps(keys))]));
  }
}

function steps(folder: string, lines: readonly ShellStep[]): string {
  const commands = stepLines(lines).map((line) => `  ${printable(line)}`);
  return `Next, in ${printable(folder)}:\n\n${commands.join("\n")}\n`;
}
