import { expect, test } from "vitest";
import type { Call } from "./call.ts";
import { type Endpoint, endpointsOf, readDocument, scopesOf } from "./document.ts";
import { coverage, report } from "./report.ts";

const list: Endpoint = { method: "GET", path: "/things", scope: "things:read", is: "row" };
const read: Endpoint = { method: "GET", path: "/things/{id}", scope: "things:read", is: "row" };
const write: Endpoint = { method: "PATCH", path: "/things/{id}", scope: "things:write", is: "row" };
const put: Endpoint = { method: "PUT", path: "/things/{id}", scope: "things:write", is: "put" };
const refused: Endpoint = { method: "DELETE", path: "/flows/{id}", scope: "none", is: "refused" };
const all = [list, read, write, put, refused];
const scopes = ["things:read", "things:write"];

function call(method: string, path: string, status = 200, test = "a test"): Call {
  return { method, path, status, test };
}

/** Everything that is asked for, once. */
const enough = [call("GET", "/things"), call("GET", "/things/a%2Fb"), call("PATCH", "/things/1")];

function problemsOf(calls: Call[]): readonly string[] {
  return report(coverage(all, calls), scopes).problems;
}

test("a call stands for the endpoint with its method and path, and for no other", () => {
  const [things, thing, ...others] = coverage(all, [call("GET", "/things/a%2Fb")]);
  expect(thing?.tests).toEqual(["a test"]);
  expect([things, ...others].map((row) => row?.tests)).toEqual([[], [], [], []]);
});

test("a test counts once however often it calls", () => {
  const calls = [call("GET", "/things"), call("GET", "/things"), call("GET", "/things", 200, "another test")];
  expect(coverage([list], calls)[0]?.tests).toEqual(["a test", "another test"]);
});

test("nothing is missing when every row was answered with success", () => {
  expect(problemsOf(enough)).toEqual([]);
});

test.each([301, 401, 403, 404, 500])(
  "an endpoint that only answered %i is missing, with its scope",
  (status) => {
    const calls = [...enough.slice(0, 2), call("PATCH", "/things/1", status)];
    expect(problemsOf(calls)).toEqual([
      "no test calls PATCH /things/{id}",
      "no test needs the scope things:write",
    ]);
  },
);

test("a call that everybody is refused is a problem", () => {
  expect(problemsOf([...enough, call("DELETE", "/flows/1", 403)])).toEqual([
    "the package calls DELETE /flows/{id}, which is always refused",
  ]);
});

test("the table has a line for each endpoint, with its scope, its number of tests and one of them", () => {
  const { text } = report(coverage(all, enough), scopes);
  expect(text).toMatch(/^\| GET \/things +\| things:read +\| 1 +\| a test +\|$/m);
  expect(text).toMatch(/^\| PUT \/things\/{id} +\| things:write +\| 0 +\| – +\|$/m);
  expect(text).toMatch(/^\| things:read +\| 2 +\| 1 +\|$/m);
});

test("the rows are those of api.md, no more and no fewer", async () => {
  const document = await readDocument();
  const rows = endpointsOf(document).filter(({ is }) => is === "row");
  const advice = "if api.md has other numbers now, write them here, in test/api-coverage/coverage.test.ts";
  const there = { endpoints: rows.length, scopes: scopesOf(document).length };
  expect(there, advice).toEqual({ endpoints: 50, scopes: 16 });
  expect(new Set(rows.map(({ scope }) => scope))).toEqual(
    new Set([...scopesOf(document), "app credentials"]),
  );
  expect(rows).toContainEqual({ method: "GET", path: "/metrics/{id}", scope: "usage:read", is: "row" });
});
