import { describe, expect, test } from "vitest";
import { systems } from "./support/both.ts";
import { marker, tell } from "./support/step.ts";

const driftMarker = "<!-- workspace-gateway drift: shop/prod -->";
const counts = (update: number) => JSON.stringify({ counts: { create: 0, update, replace: 0, delete: 0 } });
const lists = (changed: number) => JSON.stringify({ changed: Array(changed), missing: [], undeclared: [] });
const none = "No changes.";

/** The files that a night has written: of the drift, and of what an `up` would do. */
function night([drift, driftText]: readonly [string, string], review = [counts(0), none]): string[] {
  const [facts = "", text = ""] = review;
  return [drift, `${driftMarker}\n\n${driftText}\n`, facts, `${marker}\n\n${text}\n`];
}

describe.each(systems)("on $system", ({ start }) => {
  test("drift opens an issue, the next run updates it, and a gateway without drift closes it", async () => {
    const { board, env } = await start();
    const told = async (changed: number, text: string) => {
      const { code, output } = await tell(env, "issue", ...night([lists(changed), text]));
      expect(code, output).toBe(0);
      return output.trim();
    };
    expect(await told(1, "price changed")).toBe(
      "The gateway differs from the declaration. An issue was opened.",
    );
    expect(await told(2, "price and prompt")).toBe(
      "The gateway still differs from the declaration. The issue was updated.",
    );
    expect(board.issues).toHaveLength(1);
    const [issue] = board.issues;
    expect(issue).toMatchObject({
      title: "The gateway differs from the declaration: shop/prod",
      state: "open",
    });
    expect(issue?.body.split("\n")[0]).toBe(driftMarker);
    expect(issue?.body).toMatch(/Commit 89abcdef0123.*price and prompt/s);
    expect(issue?.body).not.toContain("price changed");

    expect(await told(0, "No changes.")).toBe(
      "The gateway matches the declaration again. The issue was closed.",
    );
    expect(issue?.state).toBe("closed");
    expect(issue?.replies).toEqual([
      expect.stringMatching(/^The gateway matches the declaration again: \[run\]\(https:/),
    ]);
    board.writes();
    expect(await told(0, "No changes.")).toBe("The gateway matches the declaration.");
    expect(board.writes()).toEqual([]);
    expect(await told(1, "price changed")).toBe(
      "The gateway differs from the declaration. An issue was opened.",
    );
    expect(board.issues.map(({ state }) => state)).toEqual(["closed", "open"]);
  });

  test("an expectation that is not met opens the issue, and one that is met does not", async () => {
    const { board, env } = await start();
    const facts = (status: string) =>
      JSON.stringify({ ...JSON.parse(lists(0)), expectations: [{ status: "met" }, { status }] });
    expect((await tell(env, "issue", ...night([facts("met"), none]))).code).toBe(0);
    expect(board.issues).toEqual([]);
    expect((await tell(env, "issue", ...night([facts("unknown"), "Expectations not met"]))).code).toBe(0);
    expect(board.issues).toMatchObject([{ state: "open" }]);
  });

  test("issues of other authors or stacks, and pull requests of others, are not reused", async () => {
    const { board, env } = await start();
    board.add(board.issues, { author: "mallory", body: driftMarker });
    board.add(board.issues, { author: "mallory", body: driftMarker, isOther: true });
    board.add(board.issues, { body: driftMarker.replace("prod", "dev") });
    board.add(board.issues, { body: `See ${driftMarker}` });
    const before = board.issues.map((issue) => ({ ...issue }));
    await tell(env, "issue", ...night([lists(1), "price changed"]));
    expect(board.issues.slice(0, 4)).toEqual(before);
    expect(board.issues).toHaveLength(5);
    await tell(env, "issue", ...night([lists(0), none]));
    expect(board.issues.map(({ state }) => state)).toEqual(["open", "open", "open", "open", "closed"]);
  });

  test("an unapplied merge opens the issue, with the changes that an `up` would make", async () => {
    const { board, env } = await start();
    await tell(env, "issue", ...night([lists(1), "price changed"], [counts(1), "prompt to update"]));
    expect(board.issues[0]?.body).toMatch(/price changed.*Changes in an `up` of main:.*prompt to update/s);
    await tell(env, "issue", ...night([lists(0), "as declared"], [counts(1), "prompt to update"]));
    expect(board.issues).toMatchObject([{ state: "open" }]);
    expect(board.issues[0]?.body).toMatch(/as declared.*Changes in an `up` of main:.*prompt to update/s);
    await tell(env, "issue", ...night([lists(1), "price changed"]));
    expect(board.issues[0]?.body).not.toContain("Changes in an `up`");
    const options = JSON.stringify({ ...JSON.parse(counts(0)), optionChanges: [{ name: "tone" }] });
    await tell(env, "issue", ...night([lists(0), "as declared"], [options, "tone is protected"]));
    expect(board.issues[0]?.body).toContain("tone is protected");
  });

  test("invalid facts or texts fail the step and do not close the issue", async () => {
    const { board, env } = await start();
    board.add(board.issues, { body: driftMarker });
    const refused = async (files: readonly string[], output: string) =>
      expect(await tell(env, "issue", ...files)).toMatchObject({ code: 1, output: `${output}\n` });
    const notOf = (command: string) => `The facts are not from \`workspace-gateway ${command} --json\`.`;
    for (const odd of ["{}", '{"counts":{}}', '{"counts":{"update":"0"}}', "[]", "null"])
      await refused(night([lists(0), none], [odd, none]), notOf("review"));
    const notLists = ['{"changed":[],"missing":[]}', '{"changed":[],"missing":{},"undeclared":[]}'];
    for (const odd of ["{}", ...notLists, "null"]) await refused(night([odd, none]), notOf("drift"));
    const [drift = "", driftText = "", review = "", reviewText = ""] = night([lists(0), none]);
    const swapped = [drift, reviewText, review, driftText];
    await refused(swapped, "The text does not start with the marker of the drift, so nothing was written.");
    expect(board.writes()).toEqual([]);
  });
});

test("on GitHub our own pull request that starts with the marker is not reused as the issue", async () => {
  const { board, env } = (await systems[0]?.start()) ?? expect.unreachable();
  const pull = board.add(board.issues, { body: driftMarker, isOther: true });
  await tell(env, "issue", ...night([lists(1), "price changed"]));
  expect(pull.body).toBe(driftMarker);
  expect(board.issues).toHaveLength(2);
});
