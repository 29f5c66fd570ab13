import { describe, expect, test } from "vitest";
import { labelsNow } from "./support/board.ts";
import { systems } from "./support/both.ts";
import { comment, marker } from "./support/step.ts";

const review = `${marker}\n\n## One route moves\n`;
const applied = `${marker.replace("review", "apply")}\n\nApplied: 3 changes.\n`;

/** What a run after a push to main has in the place of the number of a pull request. */
const ofPush = { PULL_REQUEST: "", CI_MERGE_REQUEST_IID: "", GITHUB_REF: "refs/heads/main" };

describe.each(systems)("on $system", ({ start }) => {
  test("what was applied is told in a comment of its own, in the pull request that was merged", async () => {
    const { board, env } = await start();
    await comment(env, review);
    const afterMerge = { ...env, ...ofPush };
    const told = await comment(afterMerge, applied, { of: "report" });
    expect(told).toMatchObject({ code: 0, stdout: "The apply is in a new comment.\n" });
    expect(board.comments.map(({ body }) => body)).toEqual([
      expect.stringContaining("One route moves"),
      expect.stringContaining("Applied: 3 changes."),
    ]);
    await comment(afterMerge, applied.replace("3", "4"), { of: "report" });
    expect(board.comments).toHaveLength(2);
    expect(board.comments[1]?.body).toContain("Applied: 4 changes.");
  });

  test("a review is not posted as a report, and a report not as a review", async () => {
    const { board, env } = await start();
    expect((await comment(env, review, { of: "report" })).code).toBe(1);
    expect((await comment(env, applied)).code).toBe(1);
    expect(board.comments).toEqual([]);
  });

  test("a commit that came with no pull request has nobody to tell", async () => {
    const { board, env } = await start();
    board.isMerged = false;
    const afterPush = { ...env, ...ofPush };
    const told = await comment(afterPush, applied, { of: "report" });
    expect(told).toMatchObject({
      code: 0,
      stdout: "This commit came with no pull request, so nobody is told.\n",
    });
    expect(board.writes()).toEqual([]);
  });

  test("the risk is a label if that is wanted: that of the newest review, and none if nothing is known", async () => {
    const { board, env } = await start();
    const wanted = { ...env, GATEWAY_RISK_LABELS: "true" };
    await comment(env, review, { facts: '{"risk":"high"}' });
    expect(labelsNow(board)).toEqual([]);
    board.labels.push({ label: "bug", by: "ada", at: "2026-11-21T00:00:00Z" });
    await comment(wanted, review, { facts: '{"risk":"high"}' });
    expect(labelsNow(board)).toEqual(["bug", "gateway risk: high"]);
    await comment(wanted, review, { facts: '{"risk":"low"}' });
    expect(labelsNow(board)).toEqual(["bug", "gateway risk: low"]);
    board.writes();
    await comment(wanted, review, { facts: '{"risk":"low"}' });
    expect(board.writes()).toHaveLength(1); // the comment
    await comment(wanted, review, { facts: '{"risk":"gateway-allow:workspace-delete"}' });
    expect(labelsNow(board)).toEqual(["bug"]);
    await comment(wanted, review, { facts: '{"risk":"none"}' });
    await comment(wanted, review);
    expect(labelsNow(board)).toEqual(["bug"]);
  });
});
