import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { tellCheck } from "../../../cli/commands/check/tell-check.js";
import { readReview } from "../../../cli/commands/read-review.js";
import { type RetireOptions, tellRetirements } from "../../../cli/commands/retire/tell-retirements.js";
import { Refused } from "../../../cli/commands/terminal.js";
import { findDrift } from "../../../cli/drift/find-drift.js";
import { setupPoliciesBy } from "../../../cli/policy/setup-policies.js";
import type { Retirement } from "../../../cli/retirement/retirement.js";
import { utcDay } from "../../../cli/retirement/utc-day.js";
import { readStackState } from "../../../cli/stack/stack-state.js";
import { kinds } from "../../../provider/every-kind.js";
import { Session } from "../../../provider/lifecycle/operation/session.js";
import { share } from "../../harness/tests/depth.ts";
import { type Desk, openDesk } from "../commands/support/desk.ts";
import { clickIn, exportIn, policyArgsIn, previewIn } from "./account-forms.ts";
import { type Calendar, calendarOf } from "./calendar.ts";
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
  const state = exportIn(calendar, await clickIn(calendar, desk.clicks));
  return {
    desk,
    state,
    stack: await write("stack.json", state),
    preview: await write("preview.json", previewIn(calendar)),
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

/** The models of which the pack's rule reports. */
function policyModels(calendar: Calendar): string[] {
  const policy = setupPoliciesBy({ now: () => calendar.now }).find(({ name }) => name === "model-retires");
  const reported: string[] = [];
  void policy?.validateStack(policyArgsIn(calendar), (reason) => {
    reported.push(/^The model `([^`]*)`/.exec(reason)?.[1] ?? reason);
  });
  return reported.toSorted();
}
