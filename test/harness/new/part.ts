import type { Change } from "./change.ts";
import { commandChanges } from "./command-changes.ts";
import { kindChanges } from "./kind-changes.ts";
import { dashedNames, kindNames, type Names } from "./names.ts";
import { type RuleOptions, ruleChanges } from "./rule-changes.ts";

/** A part that is to be added to the project. */
export interface Part {
  readonly names: Names;
  readonly changes: readonly Change[];
  /** The names that it exports; none of them may be taken. */
  readonly exported: readonly string[];
  /** What is to be done once it is filled in. */
  readonly next: readonly string[];
}

/** The part cannot be added: nothing is written. */
export class NotAdded extends Error {
  override readonly name = "NotAdded";
}

const reference = "npm run reference             # writes docs/reference";

/** Words that no variable can have as its name, as far as an API may have objects of the name. */
const reserved =
  /^(?:case|class|default|delete|enum|export|function|import|interface|new|package|return|switch|with)$/;

export function newKind(kind: string): Part {
  if (!/^(?:[A-Z][a-z]+)+$/.test(kind)) {
    throw new NotAdded(`${kind} is no name of a kind: write it as the class, such as Policy or AuditLog`);
  }
  const names = kindNames(kind);
  if (reserved.test(names.kind ?? "")) {
    throw new NotAdded(`${kind} is no name of a kind: \`${names.kind}\` is a word of JavaScript`);
  }
  const { Kinds, kind: variable = "" } = names;
  const exported = [kind, `${kind}Args`, variable, `get${kind}`, `get${Kinds}`];
  return { names, changes: kindChanges, exported, next: [reference] };
}

export function newCommand(command: string): Part {
  const names = dashed(command, "command", "audit or import-file");
  return { names, changes: commandChanges, exported: [`${names.name}Command`, names.run ?? ""], next: [] };
}

export function newRule(rule: string, options: RuleOptions): Part {
  const names = dashed(rule, "rule", "budget-too-small");
  const changes = ruleChanges(options);
  return {
    names: { ...names, level: options.refused ? "refused" : options.risk },
    changes,
    exported: [names.name ?? ""],
    next: [],
  };
}

function dashed(name: string, what: string, example: string): Names {
  if (!/^[a-z]+(?:-[a-z]+)*$/.test(name)) {
    throw new NotAdded(
      `${name} is no name of a ${what}: write it in lower case with dashes, such as ${example}`,
    );
  }
  return dashedNames(name);
}
