// Plain CommonJS: it must also count if the installation failed and only an old Node is there.
const { existsSync, readFileSync } = require("node:fs");

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).testResults : []);
const runs = process.argv.slice(2).map(read);

const firstLine = (text) =>
  String(text ?? "")
    .split("\n")[0]
    .slice(0, 300);

const counts = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
for (const file of runs.flat()) {
  for (const { status } of file.assertionResults) counts[status in counts ? status : "skipped"] += 1;
  const failed = file.assertionResults.filter(({ status }) => status === "failed");
  failures.push(
    ...failed.map(
      ({ fullName, failureMessages }) => `${file.name} > ${fullName}: ${firstLine(failureMessages?.[0])}`,
    ),
  );
  // If a file does not load, or its hooks fail, the file has no failed test. Then the file counts as one.
  if (file.status === "failed" && failed.length === 0) {
    counts.failed += 1;
    failures.push(`${file.name}: ${firstLine(file.message)}`);
  }
}
// At the end, where also the reader of a log that is cut finds them.
for (const failure of failures) console.log(`Failed: ${failure.replace(`${process.cwd()}/`, "")}`);

const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
console.log(`Tests: ${counts.passed} passed, ${counts.failed} failed${skipped}`);
// A run of which nothing is known has failed, whatever the others say.
const isWhole = runs.length > 0 && runs.every((files) => files.length > 0);
process.exitCode = counts.failed > 0 || counts.passed === 0 || !isWhole ? 1 : 0;
