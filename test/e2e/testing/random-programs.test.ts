import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { secret } from "../../../cli/testing/index.js";
import { type Site, startSite } from "../../contract/support/site.ts";
import type { Gateway } from "../../gateway/index.ts";
import { pulumiProject } from "../../harness/engine.ts";
import { settingsOf } from "../support/example.ts";
import { deployed, onGateways } from "./deployed.ts";
import { configOfRandom, randomProgram, secretsOfRandom } from "./random-program.ts";
import { RealStack } from "./real-stack.ts";
import { comparable } from "./recorded.ts";

const { PROGRAMS } = process.env;

/** A real `up` takes seconds: `PROGRAMS=200` compares all, and `PROGRAMS=3,14` these two. */
const seeds =
  PROGRAMS === undefined
    ? [0, 50, 100, 150]
    : PROGRAMS.includes(",")
      ? PROGRAMS.split(",").map(Number)
      : Array.from({ length: Number(PROGRAMS) }, (_, index) => index);

let real: RealStack;
let site: Site;

beforeAll(async () => {
  site = await startSite();
  real = new RealStack(
    await pulumiProject({
      name: "random",
      program: { "index.ts": "" },
      config: configOfRandom,
      secrets: secretsOfRandom,
    }),
  );
});

afterAll(async () => {
  await real?.project.dispose();
  await site?.close();
});

const secrets = Object.fromEntries(
  Object.entries(secretsOfRandom).map(([key, value]) => [key, secret(value)]),
);

test.each(seeds)("the random program %i comes to what a real `up` makes of it", async (seed) => {
  const file = path.join(real.project.directory, "index.ts");
  await writeFile(file, randomProgram(seed));
  const engine = await onGateways(1, (gateway) => real.up(env(gateway)));
  const ours = await onGateways(1, (gateway) =>
    deployed(file, {
      config: { ...configOfRandom, ...secrets },
      env: { TEST_SITE: site.origin },
      gateways: { default: gateway },
    }),
  );
  expect(ours.errors.toSorted(byMessage), randomProgram(seed)).toEqual(engine.errors.toSorted(byMessage));
  if (engine.errors.length === 0) {
    expect(comparable(ours), randomProgram(seed)).toEqual(comparable(engine));
  }
});

function byMessage(one: { readonly message: string }, other: { readonly message: string }): number {
  return one.message < other.message ? -1 : 1;
}

function env(gateway: Gateway): Record<string, string> {
  return { ...settingsOf(gateway), TEST_SITE: site.origin };
}
