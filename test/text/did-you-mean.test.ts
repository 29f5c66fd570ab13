import { expect, test } from "vitest";
import { closestName } from "../../provider/text/words.js";

const names = ["baseUrl", "accessToken", "clientSecret", "apiVersion", "adopt"];

test.each([
  ["baseURL", "baseUrl"],
  ["base_url", "baseUrl"],
  ["acessToken", "accessToken"],
  ["accesstokn", "accessToken"],
  ["token", "accessToken"],
  ["version", "apiVersion"],
])("%s was probably meant to be %s", (written, meant) => {
  expect(closestName(written, names)).toBe(meant);
});

test.each(["colour", "x", "", "region", "x".repeat(1_000_000), "baseUrl".repeat(100_000)])(
  "nobody can tell what was meant by %j",
  (written) => {
    expect(closestName(written, names)).toBeUndefined();
  },
);

test.each([
  ["東京支店", "大阪支社"],
  ["каталог", "отчёт"],
  ["🙂", "🔥"],
  ["---", "***"],
  ["कि", "कु"],
])("nothing is closest to %s where there is only %s", (written, other) => {
  expect(closestName(written, [other])).toBeUndefined();
});

test("a misspelled name of other letters is close to the right one", () => {
  expect(closestName("каталоги", ["отчёт", "каталог"])).toBe("каталог");
});
