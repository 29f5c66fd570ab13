import { expect } from "vitest";
import { kinds } from "../../provider/every-kind.js";
import { Session } from "../../provider/lifecycle/session.js";
import type { Values } from "../../provider/spec/values.js";
import { chosenAdapter } from "../harness/adapter.ts";
import { wrongInputs } from "../kinds/data.ts";
import { providerOf } from "./support/adapter.ts";
import { calling } from "./support/calling.ts";
import { test } from "./support/world.ts";

test.for(wrongInputs)(
  "check of a $kind with $wrong says what is valid and sends no request",
  async ({ kind: name, args, said }, { at }) => {
    const kind = kinds.find((each) => each.name === name) ?? expect.unreachable(`no kind ${name}`);
    const provider = providerOf(kind, new Session(kinds, at.env), "faulty", chosenAdapter());
    const { failures = [] } = await provider.check({}, { ...args, ...calling("faulty") } as Values);
    const reasons = failures.map(({ reason }) => reason);
    expect(said.filter((expected) => !reasons.some((reason) => reason.startsWith(expected)))).toEqual([]);
    expect(at.gateway.log.entries()).toEqual([]);
  },
);
