import fc from "fast-check";
import { expect, test } from "vitest";
import { routeGraphs } from "../../../../cli/review/blocks/route-graph.ts";
import { diagram } from "../../../../cli/review/markdown/diagram.ts";
import { someChange, someEnd, someReview, someRoute } from "../some-review.ts";
import { hostileText } from "./hostile-text.ts";

const moving = [
  someRoute("chat", { after: someEnd("model", "openai/small"), moved: true }),
  someRoute("old", { after: { is: "nowhere", depends: [] }, moved: true }),
  (({ before: _none, ...route }) => route)(
    someRoute("new", { after: someEnd("outside", "other/x", "fresh") }),
  ),
  someRoute("kept"),
];

function drawn(routes = moving, workspace = "Support") {
  const changes = [someChange("fresh", { operation: "create", kind: "Mapping" })];
  return routeGraphs(someReview({ routes, changes, workspaces: { w1: workspace } })).map(diagram);
}

test("a route that moves has a dashed arrow to where it ended and a thick one to where it ends, a lost one a cross", () => {
  const [lines = []] = drawn();
  const idOf = (label: string) =>
    lines.find((line) => line.includes(`"${label}`))?.match(/n\d+/)?.[0] ?? "none";
  const mapping = idOf("default");
  expect(lines).toContain(
    `    ${mapping} -. before .-> ${idOf("openai/gpt")}`.replace("-. before .->", "-->"),
  );
  expect(lines).toContain(`    ${mapping} ==> ${idOf("openai/small")}`);
  expect(lines).toContain(`    ${idOf("old")} --x ${idOf("ends nowhere")}`);
  expect(lines).toContain(`    ${idOf("new")} ==> ${idOf("fresh")}`);
  expect(lines.some((line) => line.includes('"fresh #40;new#41;"'))).toBe(true);
});

test("where nothing changes, nothing is drawn", () => {
  expect(drawn([someRoute("kept")])).toEqual([]);
});

test("no text of an object is anything but a label", () => {
  fc.assert(
    fc.property(hostileText, hostileText, (incoming, workspace) => {
      const route = someRoute(incoming, { after: someEnd("model", incoming, workspace), moved: true });
      for (const line of drawn([route], workspace).flat()) {
        expect(line).toMatch(
          /^(?:flowchart LR| {4}direction LR| {2}subgraph w \["[^"\n]*"\]| {4}n\d+(?:\(|\[|\{\{)"[^"\n]*"(?:\)|\]|\}\})(?::::gone)?| {4}n\d+ (?:-->|-\. before \.->|==>|--x) n\d+| {2}end| {2}classDef gone stroke-dasharray: 4 4)$/,
        );
      }
    }),
    { numRuns: 500 },
  );
});
