export type {
  AccountEntry,
  DeployedStack,
  DeployOptions,
  Diagnostic,
  KindName,
  MatcherResult,
  MockedResource,
  Mocks,
  OtherStacks,
  ResourceOf,
  ReviewFacts,
  RouteEnd,
} from "./api.js";
export { deploy } from "./deploy.js";
export { DeployError } from "./deploy-error.js";
export { matchers } from "./matchers.js";
export { type Secret, secret } from "./secret.js";
