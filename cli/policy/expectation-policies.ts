import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { StackValidationArgs, StackValidationPolicy } from "@pulumi/policy";
import { checkExpectations } from "../expectations/check.js";
import { type Expectations, readExpectations, usualRoutesFile } from "../expectations/format.js";
import { expectationSentence } from "../expectations/words.js";
import type { Rule } from "../review/rules/finding.js";
import { declaredObjects } from "./declared-objects.js";

/** The rules about what is expected of the gateway, and what they ask for. */
const descriptions = {
  "expectation-broken": `What ${usualRoutesFile} expects is so.`,
  "expectation-open": `What ${usualRoutesFile} expects is known, and depends on nothing that is open.`,
} satisfies Partial<Record<Rule, string>>;

/** The file of expectations as policies: advisory, until the pack's configuration says otherwise. */
export const expectationPolicies: readonly StackValidationPolicy[] = Object.entries(descriptions).map(
  ([name, description]) => ({
    name,
    description,
    enforcementLevel: "advisory",
    configSchema: {
      properties: {
        routes: { type: "string", description: `The file (default: ${usualRoutesFile} of the project).` },
      },
    },
    validateStack: (args: StackValidationArgs, report) => {
      const expectations = expectationsOf(args);
      const objects = declaredObjects(args.resources);
      const results = expectations === undefined ? [] : checkExpectations(expectations, { objects });
      for (const result of results.filter(({ status }) => status !== "held")) {
        if ((result.status === "broken") === (name === "expectation-broken")) {
          report(expectationSentence(result), result.urn);
        }
      }
    },
  }),
);

/** The file that the configuration names, or that of the project. A named one has to be there. */
function expectationsOf(args: StackValidationArgs): Expectations | undefined {
  const { routes } = args.getConfig<{ readonly routes?: string }>();
  const file = routes ?? fileAround(process.cwd());
  return file === undefined ? undefined : readExpectations(readFileSync(file, "utf8"), path.basename(file));
}

/** What a folder has that is the whole of a project or of a repository: a file further up is another one's. */
const marksOfWhole = ["Pulumi.yaml", "Pulumi.yml", ".git"];

/** Pulumi starts a pack in its own folder, which is below that of the project. */
function fileAround(folder: string): string | undefined {
  const has = (name: string) => existsSync(path.join(folder, name));
  const parent = path.dirname(folder);
  if (has(usualRoutesFile)) {
    return path.join(folder, usualRoutesFile);
  }
  return parent === folder || marksOfWhole.some(has) ? undefined : fileAround(parent);
}
