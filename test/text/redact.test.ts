import fc from "fast-check";
import { expect, test } from "vitest";
import { redact } from "../../provider/text/redact.js";

const spellings: Record<string, (secret: string) => string> = {
  "as it is": (secret) => secret,
  "as JSON spells it": (secret) => JSON.stringify({ api_key: secret }),
  "as a path spells it": (secret) => `/x/${encodeURIComponent(secret)}`,
};

test.each(Object.entries(spellings))("a secret is hidden %s", (_name, spell) => {
  // Brackets keep the secret from being a part of the words around it.
  const secrets = fc.string({ unit: "grapheme", minLength: 3 }).map((text) => `<${text}>`);
  fc.assert(
    fc.property(secrets, (secret) => {
      const shown = redact(spell(secret), [secret]);
      expect(shown).toContain("[secret]");
      expect(shown).not.toContain(secret);
    }),
  );
});

test("a secret inside another leaves nothing of the longer one", () => {
  expect(redact("key-123-abc and 123", ["123", "key-123-abc"])).toBe("[secret] and [secret]");
});

test("an empty secret hides nothing", () => {
  expect(redact("all of it", [""])).toBe("all of it");
});

test("every occurrence is hidden", () => {
  expect(redact("s3cr3t, s3cr3t", ["s3cr3t"])).toBe("[secret], [secret]");
});
