import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { tellCheck } from "../../../cli/commands/check/tell-check.js";
import { tellDrift } from "../../../cli/commands/drift/tell-drift.js";
import { readReview } from "../../../cli/commands/read-review.js";
import { type RetireOptions, tellRetirements } from "../../../cli/commands/retire/tell-retirements.js";
import { tellReview } from "../../../cli/commands/review/tell-review.js";
import { Refused } from "../../../cli/commands/terminal.js";
import { findDrift } from "../../../cli/drift/find-drift.js";
import { setupPoliciesBy } from "../../../cli/policy/setup-policies.js";
import type { Retirement } from "../../../cli/retirement/retirement.js";
import { readStackState } from "../../../cli/stack/stack-state.js";
import { dayMs, utcDay } from "../../../cli/text/utc-day.js";
import { kinds } from "../../../provider/every-kind.js";
import { Session } from "../../../provider/lifecycle/operation/session.js";
import { defined } from "../../../provider/text/defined.js";
import { share } from "../../harness/tests/depth.ts";
import { type Desk, openDesk } from "../commands/support/desk.ts";
import { clickIn, exportIn, policyArgsIn, previewIn } from "./account-forms.ts";
import { type Calendar, calendarOf, gatewayNameOf } from "./calendar.ts";
import { byModel, type NaiveRetirement, naiveRetirements, toldRetirements } from "./naive-retirements.ts";

const seeds = Array.from({ length: 20 }, (_each, seed) => seed);

/** What a gateway calls a mapping is not what a program calls it. */
function withoutMappings(told: readonly NaiveRetirement[]): NaiveRetirement[] {
  return told
    .map((each) => ({ ...each, routes: each.routes.map((route) => route.replace(/ by .*/, "")) }))
    .toSorted(byModel);
}

const factsOf = (retirements: readonly Retirement[]) => withoutMappings(toldRetirements(retirements));

/** The files of a calendar, beside a gateway that has the same. */
async function placeOf(calendar: Calendar) {
  const desk = await openDesk({ twins: true });
  const folder = desk.terminal.env.HOME ?? "";
  const write = async (name: string, text: string) => {
    await writeFile(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const ids = await clickIn(calendar, desk.clicks);
  const state = exportIn(calendar, ids);
  return {
    desk,
    ids,
    state,
    stack: await write("stack.json", state),
    preview: await write("preview.json", previewIn(calendar, ids)),
    routes: await write("gateway-routes.yaml", "workspaces: { Team: { routes: { nobody: nowhere } } }"),
  };
}

/** The JSON that a command prints, whether or not it then refuses. */
async function printed(desk: Desk, work: Promise<void>): Promise<{ retirements: Retirement[] }> {
  desk.out.length = 0;
  await work.catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
  });
  return JSON.parse(desk.out.join("\n"));
}

test("review, drift, check, the policy pack and retire say the same of the same accounts", async () => {
  for (const seed of share(seeds)) {
    const calendar = calendarOf(seed);
    const clock = { now: () => calendar.now };
    const { desk, state, stack, preview, routes } = await placeOf(calendar);
    const { terminal } = desk;
    const retire = async (options: RetireOptions) => {
      const work = tellRetirements({ models: [], pulumi: [] }, { ...options, json: true }, terminal, clock);
      return factsOf((await printed(desk, work)).retirements);
    };
    const expected = withoutMappings(naiveRetirements(calendar));
    const { review } = await readReview({ file: preview, pulumi: [] }, terminal, {
      offline: true,
      today: utcDay(calendar.now),
    });
    const session = new Session(kinds, terminal.env);
    const question = { stacks: [{ name: "shop/prod", state: readStackState(state, kinds), session }] };
    const { drift } = await findDrift({ ...question, kinds, rules: [], today: utcDay(calendar.now) });
    const checked = await printed(
      desk,
      tellCheck({ pulumi: [] }, { stack, routes, json: true }, terminal, clock),
    );
    const told = {
      review: factsOf(review.retirements),
      drift: factsOf(drift.retirements),
      check: factsOf(checked.retirements),
      stack: await retire({ stack }),
      live: await retire({ stack, live: true }),
      preview: await retire({ preview, offline: true }),
    };
    for (const [who, facts] of Object.entries(told)) {
      expect(facts, `${who} of calendar ${seed}`).toEqual(expected);
    }
    expect(policyModels(calendar), `the pack of calendar ${seed}`).toEqual(
      expected.filter((each) => each.routes.length > 0).map(({ model }) => model),
    );
  }
});

/** Who called each of them: requests, keys, and their ids. */
const callersIn = (retirements: readonly Retirement[]) =>
  retirements
    .map(({ model, callers }) => [model, callers?.requests, callers?.keys, callers?.keyIds])
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));

test("asked for usage, all say the same of who calls what retires, and name its keys only if they shall", async () => {
  const calendar = calendarOf(3);
  const clock = { now: () => calendar.now };
  const { desk, ids, stack, preview, routes } = await placeOf(calendar);
  const { terminal, gateway } = desk;
  for (const [at, { name }] of calendar.models.entries()) {
    for (let key = 0; key < at % 3; key++) {
      gateway.seed.metrics(at, { model_id: String(ids.get(name)), key_id: `key-${key}` });
    }
  }
  const called = naiveRetirements(calendar).map(({ model }) => {
    const rows = gateway
      .rows("metrics")
      .filter(({ model_id }) => gatewayNameIn(calendar, ids, model_id) === model);
    const keys = [...new Set(rows.map(({ key_id }) => String(key_id)))].toSorted();
    return { model, requests: rows.length, keys };
  });
  expect(new Set(called.map(({ keys }) => keys.length))).toEqual(new Set([0, 1, 2]));
  for (const showKeys of [undefined, true] as const) {
    const asked = { usage: 7 * dayMs, cache: false, ...defined({ showKeys }), json: true } as const;
    const retire = (options: RetireOptions) =>
      printed(desk, tellRetirements({ models: [], pulumi: [] }, { ...asked, ...options }, terminal, clock));
    const told = {
      review: await printed(desk, tellReview({ file: preview, pulumi: [] }, asked, terminal, clock)),
      drift: await printed(desk, tellDrift([stack], { ...asked, routes }, terminal, clock)),
      check: await printed(desk, tellCheck({ pulumi: [] }, { ...asked, stack, routes }, terminal, clock)),
      stack: await retire({ stack }),
      live: await retire({ stack, live: true }),
      preview: await retire({ preview }),
    };
    const expected = called
      .map(({ model, requests, keys }) => [
        model,
        requests,
        keys.length,
        showKeys && keys.length > 0 ? keys : undefined,
      ])
      .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
    for (const [who, { retirements }] of Object.entries(told)) {
      expect(callersIn(retirements), who).toEqual(expected);
    }
    expect(JSON.stringify(told).includes("key-0")).toBe(showKeys === true);
  }
});

function gatewayNameIn({ models }: Calendar, ids: ReadonlyMap<string, string>, id: unknown) {
  const model = models.find(({ name }) => ids.get(name) === id);
  return model && gatewayNameOf(model.name);
}

/** The models of which the pack's rule reports. */
function policyModels(calendar: Calendar): string[] {
  const policy = setupPoliciesBy({ now: () => calendar.now }).find(({ name }) => name === "model-retires");
  const reported: string[] = [];
  void policy?.validateStack(policyArgsIn(calendar), (reason) => {
    reported.push(/^The model `([^`]*)`/.exec(reason)?.[1] ?? reason);
  });
  return reported.toSorted();
}
