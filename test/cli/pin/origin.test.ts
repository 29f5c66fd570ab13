import { expect, test } from "vitest";
import { originOf } from "../../../cli/pin/write.js";

const github = {
  ...{ GITHUB_ACTIONS: "true", GITHUB_ACTOR: "ann", GITHUB_SHA: "abc", GITHUB_RUN_ID: "7" },
  ...{ GITHUB_SERVER_URL: "https://github.example", GITHUB_REPOSITORY: "shop/gateway" },
};
const gitlab = {
  ...{ GITLAB_CI: "true", GITLAB_USER_LOGIN: "ann", CI_COMMIT_SHA: "abc" },
  CI_JOB_URL: "https://gitlab.example/-/jobs/7",
};

test.each([
  [github, { by: "ann", commit: "abc", run: "https://github.example/shop/gateway/actions/runs/7" }],
  [{ ...github, GITHUB_RUN_ID: undefined, GITHUB_ACTOR: "" }, { commit: "abc" }],
  [gitlab, { by: "ann", commit: "abc", run: "https://gitlab.example/-/jobs/7" }],
  [{ GITHUB_ACTOR: "ann", CI_COMMIT_SHA: "abc" }, {}],
])("a pipeline says who, which commit and which run: %j", (env, origin) => {
  expect(originOf(env)).toEqual(origin);
});
