import { edit, madeUpKey } from "../begun.ts";
import { checkout, packagesAreInstalled } from "../checkout.ts";
import type { PageWalk } from "../page-walk.ts";

/** The README says that both keys are asked for. */
const asks = { input: madeUpKey };

export const quickstart: PageWalk = {
  page: "examples/quickstart/README.md",
  begin: checkout,
  filled: () => packagesAreInstalled,
  commands: {
    "npm start": { prints: "12 changes applied, none left." },
    "npm run pulumi -- preview --diff": {
      before: (place) => edit(place, "examples/quickstart/index.ts", "GPT, large", "GPT, the large one"),
      prints: "~ 1 to update",
    },
    "npm run pulumi -- config set --secret openaiApiKey": asks,
    "npm run pulumi -- config set --secret deepseekApiKey": asks,
    "npm run pulumi -- up": { prints: "12 created" },
    "npm run pulumi -- destroy": { prints: "12 deleted" },
  },
};
