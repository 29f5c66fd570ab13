import { PolicyPack } from "@pulumi/policy";
import { expectationPolicies, setupPolicies } from "./policies.js";

// The entry point for `pulumi preview --policy-pack node_modules/workspace-gateway/policy`.
new PolicyPack("workspace-gateway", {
  policies: [...setupPolicies, ...expectationPolicies],
  enforcementLevel: "advisory",
});
