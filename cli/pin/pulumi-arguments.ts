import path from "node:path";
import { UsageError } from "../terminal.js";

const ofStack = ["--stack", "-s", "--cwd", "-C"];

const ofConfig = [...ofStack, "--config-file"];

/** Arguments that select the stack. Every pulumi command accepts them. */
export function argumentsOfStack(args: readonly string[]): string[] {
  return chosen(args, ofStack);
}

export function argumentsOfConfig(args: readonly string[]): string[] {
  return chosen(args, ofConfig);
}

/** Arguments that limit a run to part of the stack. Undefined if there are none. */
export function narrowingArguments(args: readonly string[]): string[] | undefined {
  const found = chosen(
    args,
    ["--target", "-t", "--target-replace", "--exclude", "-x"],
    ["--target-dependents", "--exclude-dependents"],
  );
  return found.length === 0 ? undefined : found;
}

/** Picks options with their values, and flags. The value of a one-letter option may be attached: `-sprod`. */
function chosen(
  args: readonly string[],
  options: readonly string[],
  flags: readonly string[] = [],
): string[] {
  return args.flatMap((arg, index) => {
    if (options.includes(arg)) {
      return args.slice(index, index + 2);
    }
    const isAttached = options.some((option) =>
      option.startsWith("--") ? arg.startsWith(`${option}=`) : arg.startsWith(option),
    );
    return isAttached || flags.some((flag) => arg === flag || arg.startsWith(`${flag}=`)) ? [arg] : [];
  });
}

export function namedStack(args: readonly string[]): string | undefined {
  return lastValue(args, "stack", "s");
}

export function programFolder(args: readonly string[]): string {
  return path.resolve(lastValue(args, "cwd", "C") ?? ".");
}

function lastValue(args: readonly string[], long: string, short: string): string | undefined {
  const last = args.findLastIndex((arg) => new RegExp(`^(--${long}(=|$)|-${short})`).test(arg));
  const [option = "", value] = last < 0 ? [] : args.slice(last);
  const [, attached] = new RegExp(`^(?:--${long}=|-${short}=?)(.+)$`).exec(option) ?? [];
  return attached ?? value;
}

type Unsafe = readonly (readonly [pattern: RegExp, why: string])[];

const showing: Unsafe = [
  [/^(--debug|-d|--logtostderr|--verbose|-v\d*)(=|$)/, "pulumi would print secrets in plain text"],
  [/^--event-log(=|$)/, "pulumi would write secrets to the event log in plain text"],
  [/^--show-secrets(=|$)/, "the review and the plan would contain secrets in plain text"],
];

const confusing: Unsafe = [
  [/^(--json|-j)(=|$)/, "pulumi would print secrets in plain text"],
  [/^--(save-plan|plan)(=|$)/, "the pin uses its own plan"],
];

export function assertNoPlainSecrets(args: readonly string[]): void {
  assertNone(args, showing);
}

/** Refuses arguments that would show secrets or change what the pin means. */
export function assertSafe(args: readonly string[]): void {
  assertNone(args, [...showing, ...confusing]);
}

function assertNone(args: readonly string[], unsafe: Unsafe): void {
  for (const arg of args) {
    const [, why] = unsafe.find(([pattern]) => pattern.test(arg)) ?? [];
    if (why !== undefined) {
      throw new UsageError(`omit ${arg}: ${why}`);
    }
  }
}
