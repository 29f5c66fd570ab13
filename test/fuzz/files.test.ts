import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type fc from "fast-check";
import { afterAll, expect } from "vitest";
import { judgeStateFiles } from "../../cli/doctor/leftovers.js";
import { about } from "../../cli/doctor/table.js";
import { readIgnoreFile } from "../../cli/drift/drift.js";
import { checkExpectations } from "../../cli/expectations/check.js";
import { readExpectations } from "../../cli/expectations/format.js";
import { readGuardFile } from "../../cli/guard/rules.js";
import { pinText, readPin } from "../../cli/pin/format.js";
import { begunCreates, plannedSteps, unrecorded } from "../../cli/recover/begun-creates.js";
import { stateAfter } from "../../cli/recover/recover-state.js";
import { recoveryPlan } from "../../cli/recover/recovery-plan.js";
import { documentOf } from "../../cli/review/document/document.js";
import { markdown } from "../../cli/review/document/markdown.js";
import { reviewOf } from "../../cli/review/facts/review-of.js";
import { setupFindings } from "../../cli/review/findings/findings.js";
import { readPlan } from "../../cli/review/plan/read-plan.js";
import { plainState, readDeployment, readStackState } from "../../cli/stack/stack-state.js";
import { LoginStore } from "../../provider/client/logins.js";
import { kinds } from "../../provider/every-kind.js";
import { typeToken } from "../../provider/spec/token.js";
import { messageOf } from "../../provider/text/words.js";
import { pin, snapshot, step, subject } from "../cli/pin/some-subject.ts";
import { outcome, plainLines } from "./support/clear.ts";
import { damaged } from "./support/damaged.ts";
import { fuzz } from "./support/fuzz.ts";

const folder = mkdtempSync(path.join(tmpdir(), "workspace-gateway-files-"));
afterAll(() => rmSync(folder, { recursive: true }));

const reviewed = path.resolve(import.meta.dirname, "../cli/review/previews");
const previews = readdirSync(reviewed)
  .filter((file) => file.endsWith(".json"))
  .map((file) => readFileSync(path.join(reviewed, file), "utf8"))
  .filter((text) => text.length < 60_000);

const guards = [
  "maxDeletes: 2\nmaxReplaces: 10%\nmaxMovedRoutes: 2\nmaxCostUp: 5%\nrefuse: [cost-up]\nallow:\n  - workspace-delete:team\n",
  "# nothing\n",
];
const routes = [
  `assume: [case-matters]
workspaces:
  "Support*":
    assume: patterns-are-globs
    routes:
      default: { model: [openai/gpt-small, "x/*"], maxInputCost: 0.5, assume: silent-mappings-count }
      retired-model: nowhere
    models: { maxOutputCost: 15, hosts: ["api.openai.com"] }
    prompts: { require: [house-rules], environments: [PRODUCTION] }
    people: { admins: ["ada@example.com"], maxAdmins: 3 }
    budget: { atMost: 2000 }
quotas: { "b*": { atMost: 1, period: ROLLING } }
`,
];
const ignores = [
  "ignore:\n  - kind: Prompt\n    workspace: team*\n    name: draft-*\n    reason: people try things out\n",
];

const secret = "canary-plaintext-0123456789";
const envelope = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
const resource = (kind: string, name: string, inputs: object, more: object = {}) => ({
  urn: `urn:pulumi:prod::shop::${typeToken(kind)}::${name}`,
  type: typeToken(kind),
  custom: true,
  id: `${name}-1`,
  inputs,
  outputs: { ...inputs, createdAt: "2026-01-01T00:00:00Z", __gateway: "x", __echo: { name: "y" } },
  ...more,
});
const exported = JSON.stringify({
  version: 3,
  deployment: {
    manifest: {},
    resources: [
      resource("Workspace", "team", { name: "team" }),
      resource("ModelProvider", "openai", {
        workspaceId: "team-1",
        name: "openai",
        apiKey: { ...envelope, plaintext: JSON.stringify(secret) },
        modelOptions: ["a"],
      }),
      resource(
        "Prompt",
        "tone",
        { workspaceId: "team-1", content: "x" },
        { propertyDependencies: { workspaceId: ["u"] } },
      ),
    ],
    pending_operations: [{ type: "creating", resource: { urn: "urn:pulumi:prod::shop::x::y" } }],
  },
});

const login = JSON.stringify({
  version: 1,
  logins: {
    "https://gateway.example/api/v1": {
      tokenUrl: "https://login.example/token",
      clientId: "app",
      clientSecret: secret,
      appAuth: "basic",
      refreshToken: secret,
      accessToken: secret,
      refreshAt: 1,
    },
  },
});

const somePin = pinText(
  pin(
    subject([
      step("update", "Prompt", "tone", { before: snapshot({ name: "a" }), after: snapshot({ name: "b" }) }),
    ]),
  ),
);

/** Reads a text: success, or a clear error that is short enough to be read. */
async function reads(read: () => unknown): Promise<void> {
  const message = await outcome(read);
  if (message !== undefined) {
    expect(message.length).toBeLessThan(5000);
    plainLines(message);
    expect(message).not.toContain(secret);
  }
}

function law(name: string, texts: fc.Arbitrary<string>, read: (text: string) => unknown): void {
  fuzz(name, texts, 100, (text) => reads(() => read(text)));
}

law("a damaged preview is reviewed, or refused with what to do", damaged(...previews), (text) => {
  const plan = readPlan(text, kinds);
  markdown(documentOf(reviewOf({ plan, kinds })));
});

law("a damaged guard file is read, or refused by its line", damaged(...guards), (text) =>
  readGuardFile(text, "guard.yaml"),
);

law("a damaged ignore file is read, or refused with its line", damaged(...ignores), (text) =>
  readIgnoreFile(text, "drift.yaml", kinds),
);

law(
  "damaged expectations are held against an account, or refused by their lines and columns",
  damaged(...routes),
  (text) => {
    try {
      checkExpectations(readExpectations(text, "routes.yaml"), { objects: [] });
    } catch (error) {
      const lines = messageOf(error).split("\n");
      expect(lines.filter((line) => !/^routes\.yaml:\d+:\d+: |^… and \d+ more$/.test(line))).toEqual([]);
      throw error;
    }
  },
);

law("a damaged pin is read, or refused", damaged(somePin), (text) => readPin(text));

law("a damaged file of logins is read, or refused with the file to delete", damaged(login), (text) => {
  const file = path.join(folder, "credentials.json");
  writeFileSync(file, text, { mode: 0o600 });
  new LoginStore(file).find("https://gateway.example/api/v1", undefined);
});

law(
  "a damaged export of a stack is read, or refused, and no secret of it is shown",
  damaged(exported),
  (text) => {
    const { resources } = readStackState(text, kinds);
    for (const { inputs, outputs } of resources) {
      plainState(inputs);
      plainState(outputs);
    }
    setupFindings(
      resources.map(({ kind, ...each }) => ({ ...each, kind: kind.name })),
      "2026-01-01",
    );
  },
);

const killed = JSON.stringify({
  version: 3,
  deployment: {
    manifest: { time: "2026-11-22T10:00:00Z" },
    resources: [resource("Workspace", "team", { name: "team" })],
    pending_operations: [
      { type: "creating", resource: resource("Prompt", "tone", { workspaceId: "team-1", content: "x" }) },
      { type: "updating", resource: resource("Workspace", "team", { name: "another" }) },
    ],
  },
});

law(
  "a damaged state of a killed run is read, or refused, and what was found is put into what there is",
  damaged(killed),
  (text) => {
    const state = readDeployment(text);
    const creates = begunCreates(state, kinds, 0).map((create) => ({
      create,
      finding: { is: "found" as const, lost: create.lost, id: "1", outputs: {} },
    }));
    const facts = { kinds, state, creates, locks: [], objects: [], isUnrecorded: true };
    stateAfter(state, recoveryPlan(facts));
  },
);

law("a damaged preview tells what a run may have created, or is refused", damaged(...previews), (text) => {
  const steps = plannedSteps(text, "shop", "prod");
  unrecorded(steps, kinds, [{ from: 0 }]);
});

const checkpoint = JSON.stringify({
  version: 3,
  checkpoint: { stack: "prod", latest: JSON.parse(killed).deployment },
});

law("a damaged file of a backend is read, or found damaged", damaged(checkpoint), async (text) => {
  const stacks = path.join(folder, ".pulumi/stacks/shop");
  mkdirSync(stacks, { recursive: true });
  writeFileSync(path.join(stacks, "prod.json"), text);
  const place = { backend: folder, project: "shop" };
  const found = [await judgeStateFiles(place, "prod", about("checkpoint files"))].flat();
  expect(found.map(({ state }) => state)).toEqual([
    text === checkpoint ? "ok" : expect.stringMatching(/ok|problem/),
  ]);
});
