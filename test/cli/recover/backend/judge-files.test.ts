import { expect, test } from "vitest";
import { brokenFiles } from "../../../../cli/recover/backend/broken-files.ts";
import { judgeFiles } from "../../../../cli/recover/backend/judge-files.ts";
import { backendWith, checkpoint } from "./files.ts";

const whole = checkpoint("2026-11-22T10:00:00Z");
const files = {
  "stacks/shop/prod.json": whole.slice(0, 40),
  "stacks/shop/prod.json.bak": whole,
  "stacks/shop/dev.json": whole,
  "stacks/shop/dev.json.attrs": '{"user',
  "backups/shop/dev/dev.1795331450517758062.json.attrs": "",
  "meta.yaml.attrs": "",
};

test("what recover would repair of a stack is a problem of it, and what it would repair of others is a warning, each once", async () => {
  const place = await backendWith(files);
  const findings = await judgeFiles(place, "prod");
  const judged = (wanted: string) =>
    findings.filter(({ state }) => state === wanted).map(({ facts }) => facts?.file);
  const broken = (await brokenFiles(place)).map(({ file }) => file);
  expect(judged("problem").toSorted()).toEqual(broken.toSorted());
  expect(broken).toHaveLength(2);
  expect(judged("warning")).toHaveLength(2);
  for (const { remedy, facts } of findings) {
    const stack = String(facts?.file).includes("/dev") ? "dev" : "prod";
    expect(remedy).toContain(`recover --stack ${stack}\``);
  }
});

test("without the name of a stack each counts, and without a broken file all is well", async () => {
  const place = await backendWith(files);
  expect((await judgeFiles(place, undefined)).map(({ state }) => state)).toEqual(Array(4).fill("problem"));
  const well = await backendWith({ "stacks/shop/prod.json": whole });
  expect((await judgeFiles(well, "prod")).map(({ state }) => state)).toEqual(["ok"]);
});
