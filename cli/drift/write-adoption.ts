import { existsSync } from "node:fs";
import { howMany, printable, shellWord } from "pulumi-workspace-gateway/tools";
import { hasPlugin } from "../doctor/pulumi.js";
import { importArguments, importText, keySteps, stepLines } from "../export/exported-program.js";
import { createWhole } from "../files.js";
import { assertNoSecrets, maskFor } from "../masking.js";
import { type Terminal, UsageError } from "../terminal.js";
import type { Adoption } from "./adoption.js";

function entriesFile(file: string): string {
  return file.replace(/\.ts$/, ".import.json");
}

export function assertAdoptable(file: string): void {
  if (!file.endsWith(".ts")) {
    throw new UsageError(`--adopt writes TypeScript: use a file name that ends in .ts, not ${file}`);
  }
  for (const each of [file, entriesFile(file)]) {
    if (existsSync(each)) {
      throw new UsageError(`${each} already exists, and --adopt does not overwrite files`);
    }
  }
}

/** Never overwrites a file. */
export async function writeAdoption(
  file: string,
  adoption: Adoption,
  { stack, called }: { readonly stack: string; readonly called: string | undefined },
  terminal: Terminal,
): Promise<void> {
  const entries = entriesFile(file);
  for (const remark of adoption.remarks) {
    terminal.note(`Not in ${file}: ${remark}.`);
  }
  if (adoption.objects.length === 0) {
    terminal.note(`There is nothing to adopt, so ${file} was not written.`);
    return;
  }
  const name = called === undefined ? [] : ["--stack", shellWord(called)];
  const whole = ["pulumi", ...importArguments(shellWord(entries), name)].join(" ");
  const files = [
    { path: file, text: adoptionText(adoption, stack, whole) },
    { path: entries, text: importText(adoption.objects, await hasPlugin(process.cwd())) },
  ];
  assertNoSecrets(files, maskFor(terminal));
  await createWhole(files);
  terminal.note(
    `${file} declares ${howMany(adoption.objects.length, "object")}. Paste the declarations into the program, and run:`,
  );
  terminal.note(`  ${whole}`);
}

const gatewayImport = 'import * as gateway from "pulumi-workspace-gateway";';

/** The text is meant to be pasted, so a comment at the top lists its prerequisites. */
export function adoptionText(
  { objects, used, keys, missingKeys }: Adoption,
  stack: string,
  command: string,
): string {
  const lines = [
    `Unmanaged objects on the gateway. Paste these declarations into the program of ${stack}, and run:`,
    `  ${command}`,
    ...(used.length === 0
      ? []
      : [
          "These declarations refer to resources in that program. Use the program's variable names:",
          ...used.map(
            ({ variable, kind, name }) =>
              `  ${variable}: new gateway.${kind.name}(${JSON.stringify(name)}, …)`,
          ),
        ]),
    ...(missingKeys.length === 0
      ? []
      : [
          "These declarations read secrets that are not in the stack's config yet. Set the secrets first:",
          ...stepLines(keySteps(missingKeys)).map((line) => `  ${line}`),
        ]),
  ];
  const head = lines.map((line) => `// ${printable(line)}`).join("\n");
  const declarations = objects.map(({ text }) => text).join("\n\n");
  const imports =
    keys.length === 0
      ? gatewayImport
      : `import * as pulumi from "@pulumi/pulumi";\n${gatewayImport}\n\nconst config = new pulumi.Config();`;
  return `${head}\n${imports}\n\n${declarations}\n`;
}
