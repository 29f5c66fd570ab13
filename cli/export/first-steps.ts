import { settingNames, shellWord } from "pulumi-workspace-gateway/tools";
import type { RequiredKey } from "./exported-program.js";

/** The file in which an export writes what `pulumi import --file` takes. */
export const importFile = "import.json";

/** Older ones ask the provider about a dynamic resource that such a file describes, which it cannot answer. */
export const importingCli = "3.254.0";

/** What imports such a file. */
export const whatImports = `pulumi ${importingCli} or newer, or the native plugin in Pulumi.yaml`;

/** The arguments of pulumi that import such a file. */
export function importArguments(file: string): string[] {
  return ["import", "--file", file, "--generate-code=false", "--protect=false", "--yes"];
}

/** A line of a shell, and what is to be said of it. */
export interface ShellStep {
  readonly command: string;
  readonly why?: string;
}

/** The command line that sets a key. It asks for the value, so that no history of a shell has it. */
export function keyCommandLine({ configKey }: RequiredKey): string {
  return `pulumi config set --secret ${shellWord(configKey)}`;
}

/** Says which gateway is meant: an option of an export is not known to pulumi. */
export function urlStep(url: string, connection: string | undefined): ShellStep {
  return { command: `export ${settingNames("baseUrl", connection).variable}=${shellWord(url)}` };
}

/** What makes the stack, once. */
export function stackSteps(stack: string): ShellStep[] {
  return [{ command: "npm install" }, { command: `pulumi stack select --create ${shellWord(stack)}` }];
}

export function keySteps(keys: readonly RequiredKey[]): ShellStep[] {
  return keys.map((key) => ({
    command: keyCommandLine(key),
    why: `${key.property} of ${key.kind} ${key.name}`,
  }));
}

export function importStep(why: string): ShellStep {
  return { command: `pulumi ${importArguments(importFile).join(" ")}`, why };
}

export const firstImport = "takes the objects into the stack, and writes nothing to the gateway";

/** An import file cannot say what depends on what: a destroy that goes by it alone begins with a workspace. */
export const upStep: ShellStep = {
  command: "pulumi up",
  why: "once before any destroy: it records what depends on what",
};

/** What shows that the import is right, and what completes it. */
export function lastSteps(keys: readonly RequiredKey[]): ShellStep[] {
  const preview: ShellStep =
    keys.length === 0
      ? { command: "pulumi preview --expect-no-changes" }
      : {
          command: "pulumi preview",
          why: "shows nothing but the keys: setting a key is the only update of its object",
        };
  return [preview, upStep];
}

/** The lines, as people copy them. */
export function stepLines(steps: readonly ShellStep[]): string[] {
  return steps.map(({ command, why }) => (why === undefined ? command : `${command}   # ${why}`));
}
