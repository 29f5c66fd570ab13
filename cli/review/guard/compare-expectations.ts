import { isJsonObject } from "pulumi-workspace-gateway/tools";
import type { RoutesFile } from "../../expectations/format.js";
import { fits } from "../../text/fits.js";
import type { RuleChange } from "./guard-rules.js";

/** What the file of expectations here says otherwise than the one that holds. */
export function compareExpectations(
  held: RoutesFile | undefined,
  here: RoutesFile | undefined,
): RuleChange[] {
  const [old, now] = [leavesOf(held), leavesOf(here)];
  const keys = [...new Set([...old.keys(), ...now.keys()])];
  return keys.flatMap((key): RuleChange[] => {
    const [was, is] = [old.get(key), now.get(key)];
    if (was?.text === is?.text) {
      return [];
    }
    const name = (was ?? is)?.path.join(".") ?? "";
    const words =
      was === undefined
        ? `${is?.text} is added`
        : is === undefined
          ? `${was.text} is taken out`
          : `${was.text} → ${is.text}`;
    // What is changed may allow more: to be sure, it counts as if it did.
    return [{ key: name, words, isLooser: was !== undefined || loosens(is?.path ?? [], held) }];
  });
}

interface Leaf {
  readonly path: readonly string[];
  readonly text: string;
}

/** Every value of the file with the keys that lead to it. */
function leavesOf(file: object | undefined): Map<string, Leaf> {
  const found = new Map<string, Leaf>();
  const walk = (value: unknown, path: readonly string[]) => {
    if (isJsonObject(value)) {
      for (const [key, inside] of Object.entries(value)) {
        walk(inside, [...path, key]);
      }
    } else if (value !== undefined && typeof value !== "function") {
      found.set(JSON.stringify(path), { path, text: JSON.stringify(value) });
    }
  };
  const { workspaces, quotas, assume }: RoutesFile = file ?? {};
  walk({ workspaces, quotas, assume }, []);
  return found;
}

/** Whether a new line takes something away: an assumption, or a name from the form that held it. */
function loosens(path: readonly string[], held: RoutesFile | undefined): boolean {
  const [first, workspace = "", section, name = ""] = path;
  const forms =
    first === "workspaces" && section === "routes" ? (held?.workspaces?.[workspace]?.routes ?? {}) : {};
  return path.includes("assume") || Object.keys(forms).some((form) => form !== name && fits(form, name));
}
