/** With which sentence `up` says that something was perhaps made that nobody can find. */
const byUp = (kind: string) =>
  "It is not known whether the gateway made it, and it cannot be looked up: " +
  `the next \`pulumi up\` makes another ${kind}.`;

/** With which sentence `recover` says it, and with which `destroy` that what it gives up goes on: the next `up` makes another. */
const byOthers: Readonly<Record<string, RegExp>> = {
  Invitation:
    /: an invitation in the workspace \S+ may have been made since [^,]+, and nobody has it: |: its link can be redeemed until it expires, and the API has no call that ends it\./,
  GatewayKey:
    /: a gateway key in the workspace \S+ may have been made since [^,]+, and nobody has it: |: the key works until it expires, and the API has no call that ends it\./,
};

/**
 * What was issued twice although no run said so, in the very sentence that says it. One run can tell of one: a stack declares one of
 * each kind.
 */
export function untold(issuedTwice: readonly string[], outputs: readonly string[]): string[] {
  return [...new Set(issuedTwice)].flatMap((kind) => {
    const times = issuedTwice.filter((each) => each === kind).length;
    const told = outputs.filter((text) => text.includes(byUp(kind)) || byOthers[kind]?.test(text)).length;
    return told >= times ? [] : [`${times} more of ${kind} than the state has, and ${told} runs told of one`];
  });
}
