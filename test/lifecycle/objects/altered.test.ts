import { expect, test } from "vitest";
import { config } from "../../../provider/kinds/config.js";
import { model } from "../../../provider/kinds/model.js";
import { modelProvider } from "../../../provider/kinds/model-provider.js";
import { prompt } from "../../../provider/kinds/prompt.js";
import { describeAltered } from "../../../provider/lifecycle/write.js";
import type { Kind } from "../../../provider/spec/kind.js";
import type { Json } from "../../../provider/text/json.js";

const differsIn = "what is stored differs in";

const wordings: readonly (readonly [kind: Kind, name: string, sent: Json, stored: Json, said: string])[] = [
  [model, "apiName", "sk-canary", "sk-can", "a text of 9 characters was sent, and cut to 6"],
  [model, "apiName", "sk-canary", "", "a text of 9 characters was sent, and cut to 0"],
  [
    model,
    "apiName",
    "sk-canary",
    "SK-Canary",
    "a text of 9 characters was sent, and stored in another letter case",
  ],
  [
    prompt,
    "content",
    "sk\n\ncanary",
    "sk canary",
    "a text of 10 characters was sent, and stored with other white space",
  ],
  [
    model,
    "apiName",
    "sk-canary",
    "sk-Can",
    "a text of 9 characters was sent, one of 6 characters is stored that differs from character 4 on",
  ],
  [model, "apiName", "sk-canary", null, "a text of 9 characters was sent, null is stored"],
  [prompt, "environment", null, "PRODUCTION", 'null was sent, "PRODUCTION" is stored'],
  [prompt, "environment", "STAGING", "TEST", '"STAGING" was sent, a text of 4 characters is stored'],
  [model, "inputCost", 2.5, 2, "2.5 was sent, 2 is stored"],
  [prompt, "enabled", false, true, "false was sent, true is stored"],
  [
    config,
    "workflow",
    { key: "sk-canary" },
    "sk-canary",
    "an object was sent, a text of 9 characters is stored",
  ],
  [config, "workflow", { a: { b: [1, 2] } }, { a: { b: [1, 3] }, more: 1 }, `${differsIn} workflow.a.b[1]`],
  [config, "workflow", { a: { b: 1 }, c: [1] }, { a: [1], c: 1 }, `${differsIn} workflow.a, workflow.c`],
  [
    config,
    "workflow",
    { a: 1, b: 2, c: 3, d: 4, e: 5 },
    { e: 5 },
    `${differsIn} workflow.a, workflow.b, workflow.c, 1 more`,
  ],
  [modelProvider, "modelOptions", ["a", "b"], ["a"], `${differsIn} modelOptions`],
];

test.each(wordings)("%# %s: %j that is stored as %j", (kind, name, sent, stored, said) => {
  const field = kind.fields.get(name) ?? expect.unreachable(name);
  const words = describeAltered([field], { [name]: sent }, { [field.readFrom]: stored });
  expect(words).toBe(`the gateway stored other values than were sent. ${name}: ${said}.`);
});
