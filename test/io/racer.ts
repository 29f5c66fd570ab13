import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { SharedClaims } from "../../provider/io/shared-claims.js";

// One of two processes that claim the same objects, each at the same time as the other. Prints those that it has.
const [base = "", folder = "", lane = "", count = ""] = process.argv.slice(2);
const [own, other] = [lane, lane === "0" ? "1" : "0"].map((each) => path.join(folder, each));
const claims = new SharedClaims("127.0.0.1:4711", base);

function turnOfOther(): number {
  try {
    return Number(readFileSync(other ?? "", "utf8"));
  } catch {
    return 0; // it has not begun
  }
}

for (let turn = 1; turn <= Number(count); turn++) {
  writeFileSync(own ?? "", String(turn));
  while (turnOfOther() < turn);
  if (claims.take(`models ${turn}`, "claimed", []) === undefined) console.log(turn);
}
