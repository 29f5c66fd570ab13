import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { PolicyResource, StackValidationArgs, StackValidationPolicy } from "@pulumi/policy";
import { defined, kindNameOf, systemIo, type Values } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import type { AccountObject } from "../account/account-object.js";
import { checkExpectations, expectationSentence } from "../expectations/check.js";
import { type Expectations, readExpectations, usualRoutesFile } from "../expectations/format.js";
import { setupFindings } from "../review/findings/findings.js";
import { ruleNames, ruleTable } from "../review/findings/rules.js";
import { utcDay } from "../text/words.js";

const policies = ruleNames.flatMap((name) => {
  const { policy } = ruleTable[name];
  return policy === undefined ? [] : { name, description: policy };
});
const { expectations = [], setup = [] } = Object.groupBy(policies, ({ name }) =>
  name.startsWith("expectation-") ? "expectations" : "setup",
);

/** All policies are advisory unless the pack's configuration says otherwise. */
export const setupPolicies: readonly StackValidationPolicy[] = setup.map((policy) => ({
  ...policy,
  enforcementLevel: "advisory",
  validateStack: ({ resources }: StackValidationArgs, report) => {
    const findings = setupFindings(declaredObjects(resources), utcDay(systemIo.now()));
    for (const { reason, urn } of findings.filter(({ rule }) => rule === policy.name)) {
      report(reason, urn);
    }
  },
}));

export const expectationPolicies: readonly StackValidationPolicy[] = expectations.map((policy) => ({
  ...policy,
  enforcementLevel: "advisory",
  configSchema: {
    properties: {
      routes: {
        type: "string",
        description: `The expectations file (default: ${usualRoutesFile} in the project).`,
      },
    },
  },
  validateStack: (args: StackValidationArgs, report) => {
    const expected = expectationsOf(args);
    const objects = declaredObjects(args.resources);
    const results = expected === undefined ? [] : checkExpectations(expected, { objects });
    for (const result of results.filter(({ status }) => status !== "met")) {
      if ((result.status === "unmet") === (policy.name === "expectation-broken")) {
        report(expectationSentence(result), result.urn);
      }
    }
  },
}));

/** The file that the configuration names, or the project's own file. A named file must exist. */
function expectationsOf(args: StackValidationArgs): Expectations | undefined {
  const { routes } = args.getConfig<{ readonly routes?: string }>();
  const file = routes ?? fileAround(process.cwd());
  return file === undefined ? undefined : readExpectations(readFileSync(file, "utf8"), path.basename(file));
}

/** An expectations file above the root of a project or repository belongs to a different project. */
const marksOfWhole = ["Pulumi.yaml", "Pulumi.yml", ".git"];

/** Pulumi starts a policy pack in the pack's own folder, which is below the project's folder. */
function fileAround(folder: string): string | undefined {
  const has = (name: string) => existsSync(path.join(folder, name));
  const parent = path.dirname(folder);
  if (has(usualRoutesFile)) {
    return path.join(folder, usualRoutesFile);
  }
  return parent === folder || marksOfWhole.some(has) ? undefined : fileAround(parent);
}

/** The engine gives policies no ids, so an input counts as a reference to the resource that it depends on. */
function declaredObjects(resources: readonly PolicyResource[]): AccountObject[] {
  return resources.flatMap(({ type, urn, name, props, propertyDependencies }) => {
    const from = Object.entries(propertyDependencies).map(([property, sources]) => [
      property,
      sources.map((source) => source.urn),
    ]);
    const values = plainValues(props);
    const kind = kindNameOf(type);
    return kind === undefined
      ? []
      : [{ kind, urn, name, inputs: values, outputs: values, from: Object.fromEntries(from) }];
  });
}

/** Reading an unknown property throws, so the value is taken from the property's descriptor. */
function plainValues(props: object): Values {
  const descriptors = Object.entries(Object.getOwnPropertyDescriptors(props));
  return defined(
    Object.fromEntries(descriptors.map(([name, { value }]) => [name, z.json().safeParse(value).data])),
  );
}
