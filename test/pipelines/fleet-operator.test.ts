import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { sharedStack, teamStacks } from "../../examples/fleet/driver/stacks.mts";
import { fleetManifest, requestsOfOne, variables } from "./support/fleet.ts";

const source = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("Literal"), literal: z.strictObject({ value: z.string() }) }),
  z.strictObject({
    type: z.literal("Secret"),
    secret: z.strictObject({ name: z.string(), key: z.string() }),
  }),
]);

/** The operator asks the cluster for at least this time between two looks at a branch. */
const leastResync = 60;

/**
 * Of what the operator's version 2 reads of a Stack, the part that the manifest uses: names and types of its API reference
 * (docs/stacks.md of pulumi/pulumi-kubernetes-operator). A cluster drops a field that it does not know without a word.
 */
const stackSchema = z.strictObject({
  apiVersion: z.literal("pulumi.com/v1"),
  kind: z.literal("Stack"),
  metadata: z.strictObject({ name: z.string(), namespace: z.string() }),
  spec: z.strictObject({
    stack: z.string(),
    serviceAccountName: z.string(),
    backend: z.string(),
    projectRepo: z.url(),
    branch: z.string(),
    resyncFrequencySeconds: z.int().min(leastResync),
    refresh: z.boolean(),
    destroyOnFinalize: z.boolean(),
    prerequisites: z.array(z.strictObject({ name: z.string() })).optional(),
    envRefs: z.record(z.string(), source),
    workspaceTemplate: z.strictObject({
      spec: z.strictObject({
        image: z.string(),
        podTemplate: z.strictObject({
          spec: z.strictObject({ terminationGracePeriodSeconds: z.int().positive() }),
        }),
      }),
    }),
  }),
});

const documents = parseAllDocuments(readFileSync(fleetManifest, "utf8")).map((document): unknown => {
  expect(document.errors).toEqual([]);
  return document.toJS();
});
const kindOf = (document: unknown) => z.looseObject({ kind: z.string() }).parse(document).kind;
const stacks = documents.filter((document) => kindOf(document) === "Stack");
const [shared, team] = stacks.map((document) => stackSchema.parse(document));

test("the stacks of the manifest have the fields of the operator, and one with a wrong name or type is refused", () => {
  expect(documents.map(kindOf)).toEqual(["ServiceAccount", "ClusterRoleBinding", "Stack", "Stack"]);
  for (const wrong of [{ resyncFrequency: 60 }, { refresh: "true" }, { prerequisites: ["shared"] }]) {
    const stack = { ...team, spec: { ...team?.spec, ...wrong } };
    expect(stackSchema.safeParse(stack).success, JSON.stringify(wrong)).toBe(false);
  }
});

test("a team's stack is one of the example, waits for what is shared, and differs in nothing else", () => {
  expect(shared?.spec.stack).toBe(sharedStack);
  expect(teamStacks()).toContain(team?.spec.stack);
  expect(team?.spec).toEqual({
    ...shared?.spec,
    stack: team?.spec.stack,
    prerequisites: [{ name: shared?.metadata.name }],
  });
});

test("every variable is one that the package or Pulumi reads, credentials come from a Secret, and all stacks at once have no more requests under way than one process", () => {
  const sources = team?.spec.envRefs ?? {};
  const ours = Object.keys(sources).filter((name) => name.startsWith("WORKSPACE_GATEWAY_"));
  expect(variables).toEqual(expect.arrayContaining(ours));
  for (const [name, { type }] of Object.entries(sources))
    expect({ name, type }).toEqual({ name, type: /SECRET|KEY|ID|PASS/.test(name) ? "Secret" : "Literal" });
  const share = sources.WORKSPACE_GATEWAY_MAX_CONCURRENCY;
  // Ten is the operator's MAX_CONCURRENT_RECONCILES if nothing else is said.
  expect(share?.type === "Literal" && Number(share.literal.value) * 10).toBeLessThanOrEqual(requestsOfOne);
});
