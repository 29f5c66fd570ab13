import { expect, test } from "vitest";
import {
  declaredProvider,
  isNativeType,
  kindNameOf,
  nativeToken,
  typeToken,
} from "../../provider/spec/token.js";

test("a kind is known by both of its types, and only one of them is the plugin's", () => {
  expect([typeToken("Model"), nativeToken("Model")].map(kindNameOf)).toEqual(["Model", "Model"]);
  expect([typeToken("Model"), nativeToken("Model")].map(isNativeType)).toEqual([false, true]);
  expect(["workspace-gateway:other:Model", "aws:s3/bucket:Bucket", ""].map(kindNameOf)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

const ours = "pulumi:providers:workspace-gateway";

test.each([
  [ours, "eu", "eu"],
  [`shop:index:Team$${ours}`, "eu::west", "eu::west"],
  [ours, "default", undefined],
  [ours, "default_0_1_0", undefined],
  ["pulumi:providers:pulumi-nodejs", "eu", undefined],
])(
  "a provider that a program has declared is told from those that the engine makes, and from other packages': %s %s",
  (types, name, declared) => {
    expect(declaredProvider(`urn:pulumi:prod::shop::${types}::${name}::an-id`)).toBe(declared);
  },
);

test("where there is no provider, none was declared", () => {
  expect(declaredProvider(undefined)).toBeUndefined();
});
