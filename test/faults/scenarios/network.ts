import type { Scenario } from "../scenario.ts";
import { onTheWay } from "./on-the-way.ts";

/** Creates of the kinds that have a name: what was made can be found by it. */
export const createOfNamed = {
  method: "POST",
  path: /^\/(workspaces|providers|models|prompts|mappings|indexes|configs)$/,
} as const;

/** Creates of the kinds that have no name to be found by. */
const createOfNameless = { method: "POST", path: /^\/workspaces\/[^/]+\/(members|gate-token)$/ } as const;

export const network: readonly Scenario[] = [
  onTheWay({
    name: "reset-before",
    what: "the connection is reset before the gateway hears of 3 creates",
    faults: [{ kind: "reset-before", count: 3, ...createOfNamed }],
    fails: [
      / may have been created\. No new object .* was found, so none was recorded/,
      /Run `pulumi up` again/,
    ],
  }),
  onTheWay({
    name: "reset-after",
    what: "the connection is reset after every create, update and delete was carried out",
    short: true,
    faults: [
      { kind: "reset-after", ...createOfNamed },
      { kind: "reset-after", method: "PATCH", count: 2 },
      { kind: "reset-after", method: "DELETE", count: 2 },
    ],
  }),
  onTheWay({
    name: "reset-nameless",
    what: "the connection is reset after an invitation and a key were made, which nobody can find again",
    faults: [{ kind: "reset-after", ...createOfNameless }],
    fails: [
      /The gateway may have created the object, but it cannot be looked up. The next `pulumi up` creates another/,
    ],
  }),
  onTheWay({
    name: "flaky",
    what: "three of ten requests are reset, half of them after they were carried out",
    faults: [
      { kind: "reset-before", probability: 0.15 },
      { kind: "reset-after", probability: 0.15 },
    ],
    mayFail: [/Run `pulumi up` again|The next `pulumi up` creates another/],
  }),
  onTheWay({
    name: "time-out",
    what: "no answer to 2 creates that were carried out, to a change and to a list",
    env: { WORKSPACE_GATEWAY_REQUEST_TIMEOUT: "5" },
    faults: [
      { kind: "hang-after", count: 2, ...createOfNamed },
      { kind: "hang-after", count: 1, method: "PATCH" },
      { kind: "hang-before", count: 1, method: "GET", path: "/mappings" },
    ],
  }),
  onTheWay({
    name: "cut",
    what: "answers to creates and changes that were carried out, and to a list, break off in the middle",
    faults: [
      { kind: "cut-body", count: 4, ...createOfNamed },
      { kind: "cut-body", count: 1, method: "PATCH" },
      { kind: "cut-body", count: 1, method: "GET", path: "/mappings" },
    ],
  }),
];
