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

const of = (types: string, name: string) => `urn:pulumi:prod::shop::${types}::${name}::an-id`;

test("a provider that a program has declared is told from those that the engine makes, and from other packages'", () => {
  const ours = "pulumi:providers:workspace-gateway";
  expect(declaredProvider(of(ours, "eu"))).toBe("eu");
  expect(declaredProvider(of(`shop:index:Team$${ours}`, "eu::west"))).toBe("eu::west");
  expect(declaredProvider(of(ours, "default"))).toBeUndefined();
  expect(declaredProvider(of(ours, "default_0_1_0"))).toBeUndefined();
  expect(declaredProvider(of("pulumi:providers:pulumi-nodejs", "eu"))).toBeUndefined();
  expect(declaredProvider(undefined)).toBeUndefined();
});
