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
  /** What the user named: the stack, or the file. Undefined: the stack that is selected in the current folder. */
  readonly called: string | undefined;
  readonly state: StackState;
  /** Its configuration, with secrets in plain text; empty for a file, and where only its secrets are wanted but cannot be read. */
  readonly config: ConfigListing;
  /** Why the secrets of its configuration are not masked. */
  readonly unmasked?: string;
}

/** The arguments of pulumi that say which stack is meant. */
export function stackArguments(name: string | undefined): string[] {
  return name === undefined ? [] : ["--stack", name];
}

/** What a person means by a place: a file that `pulumi stack export` has written, or the name of a stack. */
export function stackOrFile(place: string): Pick<WantedStacks, "names" | "files"> {
  const isFile = place.endsWith(".json") || statSync(place, { throwIfNoEntry: false })?.isFile();
  return isFile ? { files: [place] } : { names: [place] };
}

export interface WantedStacks {
  readonly names?: readonly string[];
  readonly files?: readonly string[];
  /** The configuration is not needed, except to mask its secrets: the command goes on without it. */
  readonly onlyState?: boolean;
}

/**
 * Reads stacks: those with these names, in the project of the current folder, and those in these files, which
 * `pulumi stack export` has written. Without either the stack that is selected. Takes no lock.
 */
export async function openStacks(
  { names = [], files = [], onlyState = false }: WantedStacks,
  kinds: readonly Kind[],
  terminal: Terminal,
): Promise<OpenStack[]> {
  const wanted = names.length + files.length === 0 ? [undefined] : names;
  const stacks: OpenStack[] = [];
  for (const name of wanted) {
    terminal.progress(`reading the stack${name === undefined ? "" : ` ${name}`}`);
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
  if (wanted.length > 0) {
    terminal.progress("");
  }
  for (const file of files) {
    const state = await stackIn(file, kinds, terminal);
    stacks.push({ called: file, state, config: {}, unmasked: unmaskedFile });
  }
  return stacks;
}

/**
 * What `pulumi stack export` prints. Decrypted secrets can be compared, too: never print them or write them to a file.
 *
 * @param stack - the arguments of pulumi that say which stack is meant
 */
export async function exportStack(
  stack: readonly string[],
  { withSecrets }: { readonly withSecrets: boolean },
  terminal: Terminal,
): Promise<string> {
  const secrets = withSecrets ? ["--show-secrets"] : [];
  const args = ["stack", "export", ...secrets, "--non-interactive", ...stack];
  const otherwise = ", so the state is not known. Run this in the folder of Pulumi.yaml.";
  const text = await pulumiOutput(args, terminal, { otherwise });
  hideSecretsOf(text, terminal);
  return text;
}

/**
 * The texts and numbers of a state that are secrets: also old ones, which no config has any more. The parts of an object that a program
 * marks as a whole may be common words.
 */
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
 * The configuration of a stack, with its secrets in plain text. Never print it.
 *
 * @param stack - the arguments of pulumi that say which stack is meant
 */
export async function readStackConfig(stack: readonly string[], terminal: Terminal): Promise<ConfigListing> {
  const args = ["config", "--json", "--show-secrets", "--non-interactive", ...stack];
  const { data } = configListing.safeParse(jsonIn(await pulumiOutput(args, terminal)));
  if (data === undefined) {
    // What is wrong with a text that holds secrets is not said: that would show it.
    throw new Error("`pulumi config` printed something that is no configuration.");
  }
  terminal.secrets?.push(...secretTexts(data));
  return data;
}
