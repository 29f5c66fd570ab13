import * as pulumi from "@pulumi/pulumi";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { kinds } from "../../provider/every-kind.js";
import * as gateway from "../../provider/index.js";
import { mocked, resolved } from "./support/mocked.ts";

beforeEach(async () => {
  await mocked();
});

function declare(kind: string, ...given: unknown[]): unknown {
  const found: unknown = Reflect.get(gateway, kind);
  return typeof found === "function"
    ? Reflect.construct(found, given)
    : expect.unreachable(`no class ${kind}`);
}

/** The lines of the refusal, which the SDK prints without a stack. */
function refusal(kind: string, ...given: unknown[]): string[] {
  try {
    declare(kind, ...given);
  } catch (error) {
    return pulumi.RunError.isInstance(error) ? error.message.split("\n") : expect.unreachable(String(error));
  }
  return expect.unreachable("nothing was refused");
}

function warnings(): string[] {
  const lines: string[] = [];
  const warn = vi.spyOn(pulumi.log, "warn").mockImplementation(async (line) => void lines.push(line));
  onTestFinished(() => warn.mockRestore());
  return lines;
}

const place = /\(test\/program\/declaration\.test\.ts:\d+:\d+\)$/;

test.each(kinds)("a $name without arguments is refused with the arguments that it needs", ({ name }) => {
  for (const none of [null, undefined, {}]) {
    const lines = refusal(name, "it", none);
    expect(lines[0]).toMatch(new RegExp(`^${name} "it": (\\w+ is required|set exactly one of)`));
    for (const line of lines) expect(line).toMatch(place);
  }
});

test("the option `import` is refused without the plugin, together with all other mistakes", () => {
  const lines = refusal("Prompt", "tone", { workspaceId: "w", content: "c" }, { import: "w/tone" });
  expect(lines).toEqual([
    expect.stringMatching(
      /^Prompt "tone": the option `import` requires the native plugin.*import-file.*export --import.*adopt: true/,
    ),
    expect.stringContaining('Prompt "tone": name is required'),
  ]);
  for (const line of lines) expect(line).toMatch(place);
});

test("all mistakes in a resource are reported together, without the values", () => {
  const args = { workspaceId: "w", name: 7, content: { when: new Date(0) }, colour: "red", position: "sk-1" };
  const lines = refusal("Prompt", "tone", args).map((line) => line.replace(place, "").trim());
  expect(lines).toEqual([
    expect.stringContaining('Prompt "tone": content.when is an instance of Date'),
    'Prompt "tone": name must be a string.',
    expect.stringContaining('Prompt "tone": position must be a'),
    expect.stringContaining('Prompt "tone": Prompt has no property `colour`. The properties are '),
  ]);
  expect(lines.join()).not.toContain("sk-1");
});

const incomplete = { workspaceId: "w", name: "tone" };
const add: pulumi.ResourceTransformation = (of) => ({ ...of, props: { ...of.props, content: "Hi" } });

test.each<[string, pulumi.CustomResourceOptions]>([
  ["a transformation may complete it", { transformations: [add] }],
  ["a value may be ignored", { ignoreChanges: ["content"] }],
  ["it is only read", { id: "p-1" }],
])("a resource is left to the engine's check if %s", async (_why, opts) => {
  const prompt = declare("Prompt", "tone", incomplete, opts);
  expect(prompt instanceof gateway.Prompt && (await resolved(prompt.id))).toMatch(/^(p-1|tone-id)$/);
});

test("a transformation of the parent may complete a resource", async () => {
  const parent = new pulumi.ComponentResource("acme:index:Team", "team", {}, { transformations: [add] });
  const prompt = declare("Prompt", "tone", incomplete, { parent });
  expect(prompt instanceof gateway.Prompt && (await resolved(prompt.content))).toBe("Hi");
});

test("values that are known later are left to the engine's check", async () => {
  const content = pulumi.output(Promise.resolve("Hi"));
  const later = { workspaceId: Promise.resolve("w"), name: pulumi.secret("tone"), content };
  const prompt = declare("Prompt", "tone", later);
  expect(prompt instanceof gateway.Prompt && (await resolved(prompt.content))).toBe("Hi");
});

const upstream = {
  ...{ workspaceId: "w", name: "openai", baseUrl: "https://api.example", priority: 1 },
  compatibility: "OPENAI_SDK",
};

test.each<[string, string, object, string[]]>([
  ["undefined", "ModelProvider", { ...upstream, apiKey: undefined }, ["apiKey"]],
  ["null", "ModelProvider", { ...upstream, apiKey: null }, []],
  ["set", "ModelProvider", { ...upstream, apiKey: "sk-1" }, []],
  ["undefined", "Provider", { baseUrl: "https://gateway.example", accessToken: undefined }, ["accessToken"]],
])("a secret that is %s in a %s causes a warning only if undefined", (_what, kind, args, names) => {
  const lines = warnings();
  declare(kind, "eu", args);
  expect(lines.map((line) => line.replace(place, "").trim())).toEqual(
    names.map(
      (name) => `${kind} "eu": ${name} is undefined, so it is not declared. Omit the property, or set it.`,
    ),
  );
});
