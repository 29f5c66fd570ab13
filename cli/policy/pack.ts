import { PolicyPack } from "@pulumi/policy";
import { expectationPolicies, setupPolicies } from "./policies.js";

// What `pulumi preview --policy-pack node_modules/workspace-gateway/policy` starts.
new PolicyPack("workspace-gateway", {
  policies: [...setupPolicies, ...expectationPolicies],
  enforcementLevel: "advisory",
});
