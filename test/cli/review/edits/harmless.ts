import { ref, withArgs, withOpts } from "../../../e2e/support/declaration.ts";
import { base, inside, mapping, model, pattern, prompt, provider, tone } from "./base.ts";
import { added, aliased, changed, type Edit, native, removed } from "./edit.ts";

const nano = model("nano", "openai", [0.1, 0.4]);

const edits: Readonly<Record<string, Edit["after"]>> = {
  "a space at the end of a line of a prompt of production": changed({
    tone: { content: tone.replace("sentences.\n", "sentences. \n") },
  }),
  "other line ends in a prompt of production": changed({ tone: { content: tone.replaceAll("\n", "\r\n") } }),
  "a word of a prompt at a model": changed({ greeting: { content: "Hello! How may I help?" } }),
  "a new prompt for experiments, at a model": added(
    prompt("try", "Try it.", { environment: "EXPERIMENTS", modelId: ref("gpt-4o-mini") }),
  ),
  "a prompt for experiments is deleted": removed("trial"),
  "a prompt for experiments is written anew": changed({ trial: { content: "Try to be serious." } }),
  "a staging prompt is switched off": changed({ voice: { enabled: false } }),
  "a staging prompt is renamed": changed({ voice: { name: "manner" } }),
  "a new name for a model": added(mapping("chat", "gpt-4o")),
  "a new name for a model of staging": added(
    mapping("staging-chat", "staging-mini", { sourceName: "chat" }, "staging"),
  ),
  "a new pattern for new names": added(pattern("nova", "nova-.*", "gpt-4o-mini", 50)),
  "a fallback of the same name and a later priority": added(
    mapping("later", "gpt-4o-mini", { sourceName: "default", priority: 90 }),
  ),
  "a later pattern behind gpt-4.*, to the same model": added(pattern("behind", "gpt-.*", "gpt-4o", 90)),
  "a priority that decides nothing": changed({ default: { priority: 51 } }),
  "the priority of a pattern that meets no other one": changed({ legacy: { priority: 21 } }),
  "a value is given that the gateway takes anyway": changed({ default: { enabled: true, isPattern: false } }),
  "a mapping that is switched off is deleted": removed("off"),
  "a mapping that is switched off goes elsewhere": changed({
    off: { targetModel: ref("gpt-4o", "gatewayName") },
  }),
  "a model gets a little cheaper": changed({ "gpt-4o": { inputCost: 2.4, outputCost: 9.6 } }),
  "a new model with a name of its own": added(nano, mapping("tiny", "nano")),
  "a new provider with a model that no name uses": added(
    provider("spare", "https://spare.example/v1", { priority: 9 }),
    model("far", "spare", [1, 4]),
  ),
  "the day on which a model retires, far away": changed({ "gpt-4o": { retiresOn: "2999-01-01" } }),
  "a budget is put back when it is destroyed": changed({ cap: { onDestroy: "restore" } }),
  "a new workspace with a budget": added(
    { kind: "Workspace", name: "lab", args: { name: "Lab" } },
    inside("Budget", "lab-cap", { budget: 300 }, "lab"),
  ),
  "a new workspace with a model and a name": added(
    { kind: "Workspace", name: "lab", args: { name: "Lab" } },
    inside("Budget", "lab-cap", { budget: 30 }, "lab"),
    provider("lab-openai", "https://api.openai.com/v1", { name: "openai" }, "lab"),
    model("lab-mini", "lab-openai", [0.15, 0.6], { name: "gpt-4o-mini" }, "lab"),
    mapping("lab-default", "lab-mini", { sourceName: "default" }, "lab"),
  ),
  "the same rate of a quota in a smaller window": changed({ burst: { maxRequests: 900, windowMinutes: 54 } }),
  "a member of staging is declared as one": added(
    inside("Member", "staging-member", { email: "member@example.com", role: "MEMBER" }, "staging"),
  ),
  "an invitation for fewer days": changed({ welcome: { expiresInDays: 5 } }),
  "a gateway key for a new release": changed({ ci: { triggers: { release: "2" } } }),
  "the workflow of a config": changed({ careful: { workflow: { retries: 3 } } }),
  "a config that is not the default is deleted": removed("careful"),
  "the description of the default config": changed({ standard: { description: "For every request" } }),
  "the label of an index": changed({ handbook: { title: "The handbook" } }),
  "the `up` does not wait for an index": changed({ handbook: { waitForIndexed: false } }),
  "a model is protected": withOpts(base, { "gpt-4o": { protect: true } }),
  "a mapping waits for a model": withOpts(base, { default: { dependsOn: ["gpt-4o-mini"] } }),
  "a mapping is renamed in the program, by an alias": aliased("default", "main"),
  "a prompt of production is renamed in the program, by an alias": aliased("tone", "manner"),
  "a provider is renamed in the program, by an alias": aliased("azure", "europe"),
  "a budget is renamed in the program, by an alias": aliased("cap", "limit"),
  "a member is renamed in the program, by an alias": aliased("member", "ben"),
  "a prompt of the console is taken over as it is": added(
    prompt("byhand", "Be careful.", { environment: "PRODUCTION", adopt: true }),
  ),
  "a mapping of the console is taken over as it is": added(
    mapping("byhand", "gpt-4o", { targetModel: "openai/byhand", adopt: true }),
  ),
  "a model of the console is only read": ({ model }) => added({ ...inside("Model", "byhand"), get: model }),
  "a new name for a model of the console that is only read": ({ model }) =>
    added({ ...inside("Model", "byhand"), get: model }, mapping("hand", "byhand")),
  "another order of the program and of its properties": withArgs(
    base
      .map((object) => ({
        ...object,
        args: Object.fromEntries(Object.entries(object.args ?? {}).reverse()),
      }))
      .reverse(),
    {},
  ),
  nothing: base,
};

const once = Object.entries(edits).map(([what, after]): Edit => ({ what, after }));

const alsoNative = new Set([
  "a new name for a model",
  "a model gets a little cheaper",
  "a budget is renamed in the program, by an alias",
  "a new workspace with a model and a name",
  "nothing",
]);

/** Changes that people make every day. The guard refuses none of them. */
export const harmless: readonly Edit[] = [
  ...once,
  ...once.filter(({ what }) => alsoNative.has(what)).map(native),
];
