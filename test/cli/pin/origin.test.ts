import { expect, test } from "vitest";
import { originOf } from "../../../cli/pin/write.js";

test("a run of GitHub Actions says who, which commit and which run", () => {
  const env = {
    GITHUB_ACTIONS: "true",
    GITHUB_ACTOR: "ann",
    GITHUB_SHA: "abc",
    GITHUB_SERVER_URL: "https://github.example",
    GITHUB_REPOSITORY: "shop/gateway",
    GITHUB_RUN_ID: "7",
  };
  const run = "https://github.example/shop/gateway/actions/runs/7";
  expect(originOf(env)).toEqual({ by: "ann", commit: "abc", run });
  expect(originOf({ ...env, GITHUB_RUN_ID: undefined, GITHUB_ACTOR: "" })).toEqual({ commit: "abc" });
});

test("a job of GitLab CI says who, which commit and which job", () => {
  const env = {
    GITLAB_CI: "true",
    GITLAB_USER_LOGIN: "ann",
    CI_COMMIT_SHA: "abc",
    CI_JOB_URL: "https://gitlab.example/-/jobs/7",
  };
  expect(originOf(env)).toEqual({ by: "ann", commit: "abc", run: "https://gitlab.example/-/jobs/7" });
});

test("outside of a pipeline the environment says nothing", () => {
  expect(originOf({ GITHUB_ACTOR: "ann", CI_COMMIT_SHA: "abc" })).toEqual({});
});
