import { expect, test } from "vitest";
import { checked } from "../../provider/client/http/checked.js";
import { reply } from "./support/reply.ts";
import { testSettings } from "./support/settings.ts";

const settings = testSettings();

async function message(body: unknown, secret: string): Promise<string> {
  const send = checked(
    async () => reply(400, body),
    settings,
    async () => "",
  );
  const sent = send({ method: "POST", path: "/x", secrets: [secret] });
  return sent.then(() => "", String);
}

test("a secret cut off at the end of a long line is not shown in part", async () => {
  const secret = "sk-upstream-abcdefghijklmnop";
  for (let before = 260; before <= 300; before++) {
    expect(await message("x".repeat(before) + secret, secret)).not.toContain("sk-u");
  }
});

test.each(["line-one\nline-two", "two  spaces", " space around ", "ends-with-a-dot.", "<tag>inside</tag>"])(
  "tidying the line of an error does not uncover the secret %j",
  async (secret) => {
    expect(await message({ message: secret }, secret)).toContain("[secret]");
  },
);
