import type { GoProgram } from "../../harness/cli/go-build.ts";
import type { Kit } from "../../harness/cli/kit.ts";

const version = "v1.11.0";
export const providerVersion = "v1.20.0";

/** Its first file by name; the other one is started by it. */
export const tofu = "tofu";

export const programs: readonly GoProgram[] = [
  {
    name: tofu,
    module: "github.com/opentofu/opentofu",
    version,
    command: "cmd/tofu",
    // As the go.mod of that very version has it.
    replace: {
      "github.com/hashicorp/hcl/v2": "github.com/opentofu/hcl/v2 v2.20.2-0.20251021132045-587d123c2828",
    },
    stamp: "github.com/opentofu/opentofu/version.dev=no",
  },
  {
    name: "terraform-provider-restapi",
    module: "github.com/Mastercard/terraform-provider-restapi",
    version: providerVersion,
  },
];

/** OpenTofu and the generic REST provider. */
export const kit: Kit = {
  title: "OpenTofu CLI",
  version,
  folder: `opentofu-${version}-restapi-${providerVersion}`,
  files: [tofu, ...programs.slice(1).map(({ name }) => name)],
  prints: `OpenTofu ${version}`,
};
