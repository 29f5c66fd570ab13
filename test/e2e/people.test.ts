import { afterAll, beforeAll, expect, test } from "vitest";
import { type Declared, ref } from "./support/declaration.ts";
import { member } from "./support/everything.ts";
import { errorsOf, fails, ok } from "./support/outcome.ts";
import { type World, world } from "./support/world.ts";

const invited: Declared[] = [
  { kind: "Workspace", name: "team", args: { name: "Support" } },
  {
    kind: "Invitation",
    name: "welcome",
    args: { workspaceId: ref("team"), restrictedTo: ["member@example.com"], maxUses: 1 },
  },
];

// The tests of this file are the stations of one stack's life, in this order.
let w: World;
beforeAll(async () => {
  w = await world({ objects: invited });
});
afterAll(() => w?.dispose());

/** The person behind the token follows the link. */
async function redeem(user: string): Promise<number> {
  const { minted: issued } = await w.project.outputs();
  const headers = { authorization: `Bearer ${w.gateway.token({ user })}` };
  return (await fetch(String(Object(issued).welcome), { method: "POST", headers })).status;
}

test("whoever has not joined yet cannot be declared: the error says who is there and to invite first", async () => {
  await ok(w.project.up({ skipPreview: true }));
  await w.declare([...invited, member]);
  w.calls.take();
  expect(errorsOf(await fails(w.project.up({ skipPreview: true })))).toEqual([
    expect.stringMatching(
      /^Member email "member@example.com" matches nothing\. There are: \S+ owner@example.com owner OWNER\. Invite the person first/,
    ),
  ]);
  expect(w.calls.writes()).toEqual([]);
});

test("who has redeemed the link is declared, and is given the role", async () => {
  expect(await redeem("admin")).toBe(403);
  expect(await redeem("member")).toBe(200);
  w.calls.take();
  await ok(w.project.up({ skipPreview: true }));
  expect(w.calls.writes()).toEqual(["PATCH /workspaces/Support/members/member role"]);
});

test("a link that was redeemed is not made anew, neither by a refresh nor by an up", async () => {
  await ok(w.project.preview({ expectNoChanges: true, refresh: true }));
  expect(w.calls.writes()).toEqual([]);
});

test("a person who has left is told apart from one whose role has changed", async () => {
  const path = `/workspaces/${w.calls.id("workspaces", "Support")}/members/${w.calls.id("members", "member")}`;
  await w.gateway.console("PATCH", path, { role: "MEMBER" });
  expect(await ok(w.project.refresh({ previewOnly: true, diff: true }))).toMatch(
    /~ role *: "ADMIN" => "MEMBER"/,
  );
  await w.gateway.console("DELETE", path);
  await ok(w.project.refresh({ skipPreview: true }));
  w.calls.take();
  expect(errorsOf(await fails(w.project.up({ skipPreview: true }))).join()).toContain(
    "Invite the person first",
  );
  expect(w.calls.writes()).toEqual([]);
});

test("a workspace that still holds a person is not destroyed, until it is told to", async () => {
  w.gateway.seed.member(w.calls.id("workspaces", "Support"), "member");
  await w.declare(invited);
  const said = errorsOf(await fails(w.project.destroy({ skipPreview: true })));
  expect(said).toEqual([
    expect.stringMatching(
      /^Workspace "Support" is not empty: it still holds 1 member besides the owner, which/,
    ),
  ]);

  const forced = invited.map((object) =>
    object.name === "team" ? { ...object, args: { ...object.args, forceDestroy: true } } : object,
  );
  await w.declare(forced);
  await ok(w.project.up({ skipPreview: true }));
  await ok(w.project.destroy({ skipPreview: true }));
  expect(w.calls.remaining()).toEqual([]);
});
