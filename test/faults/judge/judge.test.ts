import { afterEach, beforeEach, expect, test } from "vitest";
import { Console } from "../../e2e/support/console.ts";
import { type Declared, ref } from "../../e2e/support/declaration.ts";
import { type Gateway, startGateway } from "../../gateway/index.ts";
import type { InState } from "./in-state.ts";
import { left } from "./left.ts";
import { shown } from "./shown.ts";
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
const clean = { twins: [], orphans: [], lost: [], mintedTwice: [] };

let gateway: Gateway;
let person: Console;
let state: InState[];
let ids: { team: string; openai: string; tone: string };
beforeEach(async () => {
  gateway = await startGateway({ variants: { twins: true } });
  person = new Console(gateway);
  const team = await person.workspace("Support");
  const openai = await person.provider(team, "openai", { api_key: "sk-1", model_options: ["a", "b"] });
  const tone = await person.prompt(team, "tone", "Be brief.");
  ids = { team: team.id, openai: openai.id, tone: tone.id };
  state = declared.map(({ kind, name }) => ({ kind, name, id: idOf(name), isLeaving: false }));
});
afterEach(() => gateway.close());

function idOf(name: string): string {
  return Object.entries(ids).find(([key]) => key === name)?.[1] ?? "";
}

const judged = (foreign: ReadonlySet<string> = nobody) => left(gateway, state, foreign);
const notDone = () => undone(declared, state, { gateway, site: "" });
const place = () => ({ id: ids.team, gateway_name: "" });

test("nothing is found where all that is declared is there once", () => {
  expect(judged()).toEqual(clean);
  expect(notDone()).toEqual([]);
});

test("a second object of a name is a twin, and an orphan unless somebody else has made it", async () => {
  const { id } = await person.prompt(place(), "tone", "Be brief.");
  expect(judged()).toEqual({ ...clean, twins: ["prompts tone"], orphans: ["prompts tone"] });
  expect(judged(new Set([id]))).toEqual({ ...clean, twins: ["prompts tone"] });
});

test("an object whose resource the state has lost is an orphan, and not done", () => {
  state = state.filter(({ name }) => name !== "tone");
  expect(judged()).toEqual({ ...clean, orphans: ["prompts tone"] });
  expect(notDone()).toEqual(["Prompt tone is not in the state"]);
});

test("a resource whose object is gone is lost, and so is a key that was taken away", async () => {
  await person.remove("/prompts", place(), { id: ids.tone, gateway_name: "" });
  await person.change("/providers", place(), { id: ids.openai, gateway_name: "" }, { api_key: null });
  expect(judged()).toEqual({ ...clean, lost: ["the key of ModelProvider openai", "Prompt tone"] });
  expect(notDone()).toEqual([
    "ModelProvider openai has another apiKey on the gateway",
    "Prompt tone is not on the gateway",
  ]);
});

test("a value that is not as declared is not done, and neither is what the engine still has to delete", async () => {
  await person.change("/prompts", place(), { id: ids.tone, gateway_name: "" }, { content: "Be long." });
  state.push({ kind: "Mapping", name: "old", id: "gone", isLeaving: true });
  expect(notDone()).toEqual([
    "Prompt tone has another content on the gateway",
    "Mapping old is still in the state",
  ]);
});

test("invitations and keys beyond those of the state were minted twice", async () => {
  await person.make(`/workspaces/${ids.team}/members`, { max_uses: 1 });
  expect(judged().mintedTwice).toEqual(["Invitation"]);
  state.push({ kind: "Invitation", name: "welcome", id: "any", isLeaving: false });
  expect(judged().mintedTwice).toEqual([]);
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
