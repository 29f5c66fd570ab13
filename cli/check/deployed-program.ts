import { ownWorkspaces } from "../account/account-object.js";
import type { Observed } from "../expectations/lines.js";
import { secretTexts } from "../stack/config-listing.js";
import { type Terminal, UsageError } from "../terminal.js";

export interface ProgramOptions {
  /** The program to deploy to a gateway in this process, and to ask. */
  readonly program?: string;
  /** The name of its stack. */
  readonly stackName?: string;
  readonly config?: readonly string[];
  /** The same, as secrets. */
  readonly configSecret?: readonly string[];
}

/** The account that a program makes of an empty one, as in a unit test. */
export async function deployedProgram(
  program: string,
  { stackName: stack = "test", config = [], configSecret = [] }: ProgramOptions,
  terminal: Terminal,
): Promise<Observed> {
  const given = config.map(entryOf("--config"));
  const secrets = configSecret.map(entryOf("--config-secret"));
  // Loaded here, so that no other command loads Pulumi's SDK.
  const { deployProgram } = await import("../testing/deployed.js");
  const { secret } = await import("../testing/api.js");
  terminal.secrets?.push(
    ...secretTexts(Object.fromEntries(secrets.map(([key, value]) => [key, { secret: true, value }]))),
  );
  const sealed = secrets.map(([key, value]) => [key, secret(value)] as const);
  const deployed = await deployProgram(program, { stack, config: Object.fromEntries([...given, ...sealed]) });
  for (const { severity, message } of deployed.diagnostics) {
    terminal.note(`${severity}: ${message}`);
  }
  const { objects } = deployed.account;
  return { objects, whole: ownWorkspaces(objects) };
}

/** The value is not told: it may be a secret. */
function entryOf(option: string): (text: string) => readonly [string, string] {
  return (text) => {
    const at = text.indexOf("=");
    if (at < 1) {
      throw new UsageError(`${option} takes a key and a value, such as openaiApiKey=made-up`);
    }
    return [text.slice(0, at), text.slice(at + 1)];
  };
}
