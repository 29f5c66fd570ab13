import { expect, test } from "vitest";
import { sessionFor } from "../../../../cli/gateway.js";
import { guard } from "../../../../cli/guard/guard.js";
import { safeRules } from "../../../../cli/guard/rules.js";
import { reviewOf } from "../../../../cli/review/facts/review-of.js";
import { readLive } from "../../../../cli/review/plan/live.js";
import { kinds } from "../../../../provider/every-kind.js";
import type { Values } from "../../../../provider/spec/values.js";
import { openDesk } from "../../support/desk.ts";
import { changesIn, endInWords, foundIn, withPlainIds } from "../facts/support/found-in.ts";
import {
  created,
  deleted,
  gpt,
  inputs,
  type PreviewStep,
  planOf,
  provided,
  replaced,
  resource,
  same,
  step,
  unknown,
  updated,
  urn,
} from "../facts/support/preview.ts";

/** A workspace in which a stack has a provider, and the console has made the rest. */
async function room() {
  const desk = await openDesk();
  const { clicks, gateway, terminal } = desk;
  const team = await clicks.workspace("Team");
  const at = { workspaceId: team.id };
  const openai = await clicks.provider(team, "openai", { base_url: "https://api.example" });
  const gpt = await clicks.model(team, openai, "gpt");
  const mapping = await clicks.mapping(team, "default", gpt.gateway_name, { priority: 5 });
  gateway.log.clear();
  const look = async (...steps: readonly PreviewStep[]) => {
    const plan = await readLive(planOf(...steps), kinds, async () => sessionFor(terminal, {}, kinds));
    return { plan, review: reviewOf({ plan, kinds }) };
  };
  const member = (role?: "ADMIN") => {
    gateway.seed.member(team.id, "member", role);
    const [row] = gateway.rows("members").filter((each) => each.role === (role ?? "MEMBER"));
    return String(row?.user_id);
  };
  const asked = () => gateway.log.entries().map(({ method, path }) => `${method} ${path}`);
  const provider: Values = { ...inputs.ModelProvider, ...at };
  const stays = resource("Workspace", "team", { name: "Team" }).same();
  return {
    ...{ ...desk, team, at, openai, gpt, mapping, member, provider, look, asked },
    gone: deleted("ModelProvider", "openai", provider, { id: openai.id }),
    stays: { ...stays, oldState: { inputs: {}, ...stays.oldState, id: team.id } },
    /** What adopts the mapping of the console, or another one of its name. */
    mine: { ...inputs.Mapping, ...at, targetModel: "evil/gpt", adopt: true },
    cap: created("Budget", "cap", { ...at, budget: 1_000_000 }),
  };
}

type Room = Awaited<ReturnType<typeof room>>;
type Look = (room: Room) => readonly PreviewStep[] | Promise<readonly PreviewStep[]>;

const adopting =
  (values: Values, other?: number): Look =>
  async ({ clicks, team, stays, mine }) => {
    if (other !== undefined) await clicks.mapping(team, "default", "openai/gpt", { priority: other });
    return [stays, created("Mapping", "mine", { ...mine, ...values })];
  };
const inviting =
  (addressOf: (domain: string | undefined) => string): Look =>
  ({ at, member, gateway }) => {
    const userId = member();
    const domain = String(gateway.rows("users").find(({ id }) => id === userId)?.email).split("@")[1];
    return [
      resource("Invitation", "i", { ...at, restrictedTo: [addressOf(domain)], expiresInDays: 7 }).created(),
    ];
  };

const rows: Readonly<Record<string, Look>> = {
  "a provider that is deleted takes models and routes along that only the console knows": ({ gone }) => [
    gone,
  ],
  "a provider that is deleted has no models": async ({ clicks, team, provider }) => {
    const { id } = await clicks.provider(team, "deepseek");
    return [deleted("ModelProvider", "deepseek", { ...provider, name: "deepseek" }, { id })];
  },
  "a mapping of the console counts where a declared one is tried after it": async ({
    team,
    at,
    gpt,
    clicks,
  }) => {
    await clicks.mapping(team, ".*", gpt.gateway_name, { priority: 0, is_pattern: true });
    return [
      created("Mapping", "fast", { ...at, sourceName: "fast", targetModel: "openai/other", priority: 1 }),
    ];
  },
  "a model of the console that is read for the first time is where its mapping leads": ({ at, gpt }) => [
    step("read", "Model", "theirs", { newState: { id: gpt.id, external: true, inputs: at } }),
    created("Mapping", "fast", { ...at, sourceName: "fast", targetModel: gpt.gateway_name }),
  ],
  "a model of the console that is read from now on moves no request": ({ at, gpt }) => {
    const before = { ...inputs.Mapping, ...at, targetModel: gpt.gateway_name };
    return [
      step("read", "Model", "small", { newState: { inputs: {}, id: gpt.id, external: true } }),
      resource("Prompt", "tone", at).updated({ content: "Be long." }),
      step("update", "Mapping", "default", {
        oldState: { inputs: before },
        newState: {
          inputs: { ...before, targetModel: unknown },
          propertyDependencies: { targetModel: [urn("Model", "small")] },
        },
      }),
      same("Mapping", "other", { ...before, sourceName: "other" }),
    ];
  },
  "requests are led to a provider that only the console has": async ({ clicks, team, at, openai, gpt }) => {
    const evil = await clicks.provider(team, "evil", { base_url: "https://collector.example" });
    const copy = await clicks.model(team, evil, "gpt");
    const from = resource("Mapping", "default", { ...at, targetModel: gpt.gateway_name });
    return [
      resource("ModelProvider", "openai", at).same(),
      resource("Model", "gpt", { ...at, providerId: openai.id }).same({ gatewayName: gpt.gateway_name }),
      from.updated({ targetModel: copy.gateway_name }),
    ];
  },
  "what a new Member, Budget or adopted object has before": async ({ team, at, member, clicks, cap }) => {
    const userId = member("ADMIN");
    await clicks.prompt(team, "tone", "Be brief.", { position: 3 });
    return [
      created("Member", "ada", { ...at, userId, role: "MEMBER" }),
      cap,
      created("Prompt", "tone", { ...inputs.Prompt, ...at, content: "Be long.", adopt: true }),
      created("Prompt", "other", { ...inputs.Prompt, ...at, name: "other" }),
    ];
  },
  "a new Member has its role before": ({ at, member }) => [
    created("Member", "ada", { ...at, userId: member("ADMIN"), role: "ADMIN" }),
  ],
  "a Provider takes over what the stack's settings know": ({ at, member, stays, cap }) => [
    stays,
    ...provided(cap, created("Member", "ada", { ...at, userId: member("ADMIN"), role: "MEMBER" })),
  ],
  "a Provider takes over in a workspace that the stack does not have": ({ cap }) => provided(cap),
  "a budget that the gateway does not show": ({ gateway, team, stays, cap }) => {
    gateway.faults.add({ kind: "status", path: `/workspaces/${team.id}/budget`, status: 403 });
    return [stays, cap];
  },
  "a budget of a Provider that the gateway does not show": ({ gateway, team, stays, cap }) => {
    gateway.faults.add({ kind: "status", path: `/workspaces/${team.id}/budget`, status: 403 });
    return [stays, ...provided(cap)];
  },
  "a mapping takes over one of another priority": adopting({ priority: 1 }),
  "a mapping takes over one, and its priority is known only later": adopting({ priority: unknown }),
  "a mapping takes over one that is the same": adopting({ targetModel: "openai/gpt", priority: 5 }),
  "a mapping may take over one of several": adopting({ priority: 1 }, 7),
  "a mapping takes over that of several which has its priority": adopting({ priority: 7 }, 7),
  "a mapping moves to another workspace and adopts one there": ({ stays, mine }) => [
    stays,
    replaced("Mapping", "mine", { ...mine, workspaceId: "old-id" }, mine),
  ],
  "an invitation for the domain of a member whom nobody declares": inviting((domain) => `ben@${domain}`),
  "an invitation for another domain": inviting(() => "ben@other.example"),
  "a workspace is taken over, and a prompt in it": async ({ team, clicks }) => {
    await clicks.prompt(team, "tone", "Be brief.");
    const tone = resource("Prompt", "tone", { workspaceId: unknown, content: "Be long.", adopt: true });
    return [
      created("Workspace", "team", { name: "Team", adopt: true }),
      tone.created({ propertyDependencies: { workspaceId: [urn("Workspace", "team")] } }),
    ];
  },
  "what only the gateway has goes with its workspace": ({ team }) => [
    deleted("Workspace", "team", { name: "Team" }, { id: team.id }),
  ],
  "a list is refused": ({ gone, gateway }) => {
    gateway.faults.add({ kind: "status", path: "/prompts", status: 403 });
    return [gone];
  },
  "the settings are of another gateway than the stack": ({ gone }) => [
    {
      ...gone,
      oldState: { inputs: {}, ...gone.oldState, outputs: { __gateway: "https://other.example/api/v1" } },
    },
  ],
};

async function pageOf([what, stepsOf]: [what: string, look: Look]): Promise<string> {
  const one = await room();
  const { plan, review } = await one.look(...(await stepsOf(one)));
  const { refused, warned } = guard(review, safeRules);
  const steps = plan.steps.flatMap(({ isUndeclared, takesOver, kind, name, after, provider }) => [
    ...(isUndeclared
      ? [`- ${kind} ${name} is in no program and ${after === undefined ? "goes" : "stays"}`]
      : []),
    ...(takesOver
      ? [`- ${kind} ${name} is taken over${provider === undefined ? "" : ` by ${provider}`}`]
      : []),
  ]);
  const routes = review.routes.map(({ incoming, before, after }) => {
    const model = after?.modelUrn?.split("::").at(-1) ?? "no known model";
    return `- ${incoming}: ${endInWords(before)} → ${endInWords(after)} (${model})`;
  });
  const unread = [...review.unread, ...(plan.live?.notes ?? [])].map((each) => `- unread: ${each}`);
  const judged = [refused, warned].map(
    (all) => all.map(({ rule, name }) => `${rule} ${name}`).join(", ") || "nothing",
  );
  const page = [
    ...[`## ${what}`, "", foundIn(review), changesIn(review), ...steps, ...routes, ...unread],
    ...[
      `- refused: ${judged[0]}; warned: ${judged[1]}`,
      `- ${one.asked().length === 0 ? "not read" : "read"}`,
      "",
    ],
  ].join("\n");
  return withPlainIds(page);
}

test("the review of a preview with live gateway data matches the snapshot", async () => {
  const pages = await Promise.all(Object.entries(rows).map(pageOf));
  await expect(pages.join("\n")).toMatchFileSnapshot("./read-live.md");
});

test("an unchanged workspace is not read, and a changed one is read once for each kind", async () => {
  const { look, provider, asked } = await room();
  await look(same("ModelProvider", "openai", provider));
  expect(asked()).toEqual([]);
  await look(updated("ModelProvider", "openai", provider, { ...provider, priority: 2 }));
  expect(asked().every((line) => line.startsWith("GET "))).toBe(true);
  const lists = asked().filter((line) => !line.endsWith("/user"));
  expect(new Set(lists).size).toBe(lists.length);
  expect(lists).toHaveLength(
    1 + kinds.filter(({ endpoints }) => endpoints.parent && (endpoints.list ?? endpoints.get)).length,
  );
});

test("one line says that unmanaged objects are omitted without a token or with --offline", async () => {
  const plan = planOf(gpt.updated({ inputCost: 1 }));
  const terminal = { ...(await openDesk()).terminal, env: {} };
  const { live } = await readLive(plan, kinds, async () => sessionFor(terminal, {}, kinds));
  const line = expect.stringMatching(/Unmanaged objects are not in this review: .*ACCESS_TOKEN/);
  expect(live).toEqual({ accounts: [], read: [], unread: [], notes: [line] });
  const { caveats } = reviewOf({ plan: await readLive(plan, kinds, undefined), kinds });
  expect(caveats).toContain("Unmanaged objects are not in this review because of `--offline`.");
  expect((await readLive(planOf(gpt.same()), kinds, undefined)).live).toBeUndefined();
});
