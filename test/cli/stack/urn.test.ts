import { expect, test } from "vitest";
import { partsOf } from "../../../cli/stack/stack-state.js";

test.each([
  ["urn:pulumi:prod::shop::a:b:C::name", { stack: "prod", project: "shop", type: "a:b:C", name: "name" }],
  [
    "urn:pulumi:prod::shop::x:y:Z$a:b:C::name",
    { stack: "prod", project: "shop", type: "a:b:C", name: "name" },
  ],
  ["urn:pulumi:prod::shop::a:b:C::a::b", { stack: "prod", project: "shop", type: "a:b:C", name: "a::b" }],
  ["odd", { stack: "odd", type: "", name: "odd" }],
  ["", { type: "", name: "" }],
])("the parts of %j", (urn, parts) => {
  expect(partsOf(urn)).toEqual(parts);
});
