import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { type Clicked, Console } from "../../e2e/support/console.ts";
import { type Declared, ref } from "../../e2e/support/declaration.ts";
import { type Gateway, type SetFault, startGateway } from "../../gateway/index.ts";
import { createVault } from "../../gateway/store/vault.ts";
import { startProxy } from "../proxy/proxy.ts";
import type { InState } from "./in-state.ts";
import { left } from "./left.ts";
import { shown } from "./shown.ts";
import { strikes } from "./strikes.ts";
import type { Place, Row } from "./tables.ts";
import { untold } from "./told.ts";
import { undone } from "./undone.ts";

const declared: readonly Declared[] = [
  { kind: "Workspace", name: "team", args: { name: "Support" } },
  {
    kind: "ModelProvider",
    name: "openai",
    args: { workspaceId: ref("team"), name: "openai", apiKey: "sk-1", modelOptions: ["b", "a"] },
  },
  { kind: "Prompt", name: "tone", args: { workspaceId: ref("team"), name: "tone", content: "Be brief." } },
];
const nobody = new Set<string>();
const clean = { twins: [], orphans: [], lost: [], issuedTwice: [] };

let gateway: Gateway;
let folder: string;
let person: Console;
let state: InState[];
let made: Record<"team" | "openai" | "tone", Clicked>;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "judge-"));
  gateway = await startGateway({ db: path.join(folder, "gateway.db"), variants: { twins: true } });
  person = new Console(gateway);
  const team = await person.workspace("Support");
  const openai = await person.provider(team, "openai", { api_key: "sk-1", model_options: ["a", "b"] });
  const tone = await person.prompt(team, "tone", "Be brief.");
  made = { team, openai, tone };
  state = [
    resource("Workspace", "team", team.id),
    { ...resource("ModelProvider", "openai", openai.id), apiKey: "sk-1" },
    resource("Prompt", "tone", tone.id),
  ];
});
afterEach(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

function looked(): Place {
  const vault = createVault(path.join(folder, "gateway.db"));
  const apiKey = ({ api_key: sealed }: Row) => (typeof sealed === "string" ? vault.open(sealed) : null);
  return { gateway, site: "", apiKey };
}

function resource(kind: string, name: string, id: string): InState {
  return { kind, name, id, isLeaving: false, issued: [] };
}

const judged = (foreign: ReadonlySet<string> = nobody) => left(looked(), state, foreign);
const notDone = () => undone(declared, state, looked());

test("nothing is found where all that is declared is there once", () => {
  expect(judged()).toEqual(clean);
  expect(notDone()).toEqual([]);
});

test("a second object of a name is a twin, and an orphan unless somebody else has made it", async () => {
  const { id } = await person.prompt(made.team, "tone", "Be brief.");
  expect(judged()).toEqual({ ...clean, twins: ["prompts tone"], orphans: ["prompts tone"] });
  expect(judged(new Set([id]))).toEqual({ ...clean, twins: ["prompts tone"] });
});

test("an object whose resource the state has lost is an orphan, and not done", () => {
  state = state.filter(({ name }) => name !== "tone");
  expect(judged()).toEqual({ ...clean, orphans: ["prompts tone"] });
  expect(notDone()).toEqual(["Prompt tone is not in the state"]);
});

test("a resource whose object is gone is lost, and so is a key that was taken away", async () => {
  await person.remove("/prompts", made.team, made.tone);
  await person.change("/providers", made.team, made.openai, { api_key: null });
  expect(judged()).toEqual({ ...clean, lost: ["the key of ModelProvider openai", "Prompt tone"] });
  expect(notDone()).toEqual([
    "ModelProvider openai has another apiKey on the gateway",
    "Prompt tone is not on the gateway",
  ]);
});

test("a key of which the gateway has another one is lost, and not done", async () => {
  await person.change("/providers", made.team, made.openai, { api_key: "sk-2" });
  expect(judged()).toEqual({ ...clean, lost: ["the key of ModelProvider openai"] });
  expect(notDone()).toEqual(["ModelProvider openai has another apiKey on the gateway"]);
});

test("a value that is not as declared is not done, and neither is what the engine still has to delete", async () => {
  await person.change("/prompts", made.team, made.tone, { content: "Be long." });
  state.push({ ...resource("Mapping", "old", "gone"), isLeaving: true });
  expect(notDone()).toEqual([
    "Prompt tone has another content on the gateway",
    "Mapping old is still in the state",
  ]);
});

test("invitations and keys beyond those of the state were issued twice", async () => {
  await person.make(`/workspaces/${made.team.id}/members`, { max_uses: 1 });
  expect(judged().issuedTwice).toEqual(["Invitation"]);
  state.push(resource("Invitation", "welcome", "any"));
  expect(judged().issuedTwice).toEqual([]);
});

const secret = 'sk-canary+/%"ü';
test.each([
  ["plain", `error: ${secret}!`],
  ["in JSON", JSON.stringify({ key: secret })],
  ["URL-encoded", `?key=${encodeURIComponent(secret)}&a=b`],
  ["base64", Buffer.from(`x${secret}and more`).toString("base64")],
  ["base64", Buffer.from(`xy${secret}and more`).toString("base64url")],
  ["hexadecimal", Buffer.from(`xy${secret}`).toString("hex")],
])("a secret is found that stands %s in a text", (how, text) => {
  expect(shown(["other-canary", secret], ["nothing", text])).toContain(`secret 2 (sk-…), ${how}`);
  expect(shown(["other-canary"], [text])).toEqual([]);
});

const told = {
  up: "error: It is not known whether the gateway made it, and it cannot be looked up: the next `pulumi up` makes another GatewayKey.",
  recover:
    'GatewayKey "key": a gateway key in the workspace w1 may have been made since 2026-01-01T00:00:00.000Z, and nobody has it: it works.',
  destroy: "GatewayKey: the key works until it expires, and the API has no call that ends it.",
};

test("what was issued twice has to be told in the sentence for it, and as often as it was", () => {
  expect(untold([], [])).toEqual([]);
  for (const text of Object.values(told)) expect(untold(["GatewayKey"], [text])).toEqual([]);
  expect(untold(["GatewayKey", "GatewayKey"], [told.recover, told.up])).toEqual([]);
  expect(untold(["GatewayKey", "GatewayKey"], [told.up, "GatewayKey"])).toHaveLength(1);
  expect(untold(["Invitation"], [told.up, told.recover, "Invitation welcome created"])).toHaveLength(1);
});

test("what has hit nothing has proven nothing, and so has what nobody saw", async () => {
  const proxy = await startProxy(gateway.origin);
  onTestFinished(() => proxy.close());
  const stage = { gateway, proxy, spare: new Set<SetFault<unknown>>() };
  const missed = (scenario: Parameters<typeof strikes<typeof stage>>[0]) => strikes(scenario, stage).missed;
  expect(missed({ calm: true })).toEqual([]);
  expect(missed({})).toHaveLength(1);
  expect(missed({ seen: () => 0 })).toHaveLength(1);
  expect(missed({ seen: () => 1 })).toEqual([]);
  proxy.faults.add({ kind: "page", status: 200, path: /^\/workspaces/ });
  gateway.faults.add({ kind: "status", status: 500, path: "/models" });
  expect(missed({ seen: () => 1 })).toEqual([
    expect.stringContaining("/models"),
    expect.stringContaining("workspaces"),
  ]);
  for (const path of ["/workspaces", "/models"]) await fetch(`${proxy.baseUrl}${path}`);
  gateway.faults.clear();
  expect(strikes({}, stage)).toEqual({ hits: 2, missed: [] });
  expect(missed({ variants: { twins: true } })).toHaveLength(1);
  stage.spare.add(proxy.faults.add({ kind: "hang" }));
  expect(strikes({ seen: () => 3 }, stage)).toEqual({ hits: 5, missed: [] });
});
