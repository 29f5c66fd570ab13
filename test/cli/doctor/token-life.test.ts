import { expect, test } from "vitest";
import { endOfToken } from "../../../cli/doctor/gateway/token-life.js";

const encoded = (claims: unknown) => `h.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;

test("only a JWT with an end says when it ends", () => {
  expect(endOfToken(encoded({ exp: 1_800_000_000 }))).toBe(1_800_000_000_000);
  for (const token of ["wga_opaque", "a.b", "a.b.c", encoded({}), encoded({ exp: "soon" }), encoded(null)]) {
    expect(endOfToken(token), token).toBeUndefined();
  }
});
