import { statSync } from "node:fs";
import { defined, jsonIn, type Kind, messageOf } from "pulumi-workspace-gateway/tools";
import { givenText } from "./files.js";
import { unmaskedAfter, unmaskedFile } from "./masking.js";
import { pulumiOutput } from "./pulumi.js";
import {
  type ConfigListing,
  configListing,
  maskedTexts,
  readStackState,
  type StackState,
  secretsIn,
  secretTexts,
} from "./stack/stack-state.js";
import { type Terminal, UsageError } from "./terminal.js";

export interface OpenStack {
  /** The stack or file that the user named. Undefined for the selected stack. */
  readonly called: string | undefined;
  readonly state: StackState;
  /**
   * Contains secrets in plain text. Empty for a file, or if `onlyState` is set and the config cannot be read.
   */
  readonly config: ConfigListing;
  /** The reason why secrets in the stack's config are not masked. */
  readonly unmasked?: string;
}

export function stackArguments(name: string | undefined): string[] {
  return name === undefined ? [] : ["--stack", name];
}

/** Accepts a file from `pulumi stack export`, or the name of a stack. */
export function stackOrFile(place: string): Pick<WantedStacks, "names" | "files"> {
  const isFile = place.endsWith(".json") || statSync(place, { throwIfNoEntry: false })?.isFile();
  return isFile ? { files: [place] } : { names: [place] };
}

export interface WantedStacks {
  readonly names?: readonly string[];
  readonly files?: readonly string[];
  /** The config is only needed to mask its secrets, so a failure to read it is not an error. */
  readonly onlyState?: boolean;
}

/** Default: the selected stack. Takes no lock. */
export async function openStacks(
  { names = [], files = [], onlyState = false }: WantedStacks,
  kinds: readonly Kind[],
  terminal: Terminal,
): Promise<OpenStack[]> {
  const wanted = names.length + files.length === 0 ? [undefined] : names;
  const stacks: OpenStack[] = [];
  for (const name of wanted) {
    const stack = stackArguments(name);
    const state = readStackState(await exportStack(stack, { withSecrets: true }, terminal), kinds);
    let config: ConfigListing = {};
    const read = async () => {
      config = await readStackConfig(stack, terminal);
      return config;
    };
    const unmasked = onlyState ? await unmaskedAfter(read) : void (await read());
    stacks.push({ called: name, state, config, ...defined({ unmasked }) });
  }
  for (const file of files) {
    const state = await stackIn(file, kinds, terminal);
    stacks.push({ called: file, state, config: {}, unmasked: unmaskedFile });
  }
  return stacks;
}

/**
 * Runs `pulumi stack export`. Use decrypted secrets only for comparison. Never print them or write them to a
 * file.
 *
 * @param stack - the result of `stackArguments`
 */
export async function exportStack(
  stack: readonly string[],
  { withSecrets }: { readonly withSecrets: boolean },
  terminal: Terminal,
): Promise<string> {
  const secrets = withSecrets ? ["--show-secrets"] : [];
  const args = ["stack", "export", ...secrets, "--non-interactive", ...stack];
  const otherwise =
    ", so the state could not be read. Run this command in the folder that contains Pulumi.yaml.";
  const text = await pulumiOutput(args, terminal, { otherwise });
  hideSecretsOf(text, terminal);
  return text;
}

/** Includes old secrets. Skips objects, because parts of a secret object may be common words. */
function hideSecretsOf(state: string, { secrets }: Pick<Terminal, "secrets">): void {
  const values = secretsIn(jsonIn(state) ?? null).filter((value) => typeof value !== "object");
  secrets?.push(...values.flatMap((value) => maskedTexts("", value)));
}

async function stackIn(file: string, kinds: readonly Kind[], terminal: Terminal): Promise<StackState> {
  const text = await givenText(file);
  hideSecretsOf(text, terminal);
  try {
    return readStackState(text, kinds);
  } catch (error) {
    throw new UsageError(`${file}: ${messageOf(error)}`);
  }
}

/**
 * The result contains secrets in plain text. Never print it.
 *
 * @param stack - the result of `stackArguments`
 */
export async function readStackConfig(stack: readonly string[], terminal: Terminal): Promise<ConfigListing> {
  const args = ["config", "--json", "--show-secrets", "--non-interactive", ...stack];
  const { data } = configListing.safeParse(jsonIn(await pulumiOutput(args, terminal)));
  if (data === undefined) {
    // The error omits details, because they would quote the text and its secrets.
    throw new Error("`pulumi config` did not print a valid configuration.");
  }
  terminal.secrets?.push(...secretTexts(data));
  return data;
}
