// Plain CommonJS: it must also count if the installation failed and only an old Node is there.
const { existsSync, readFileSync } = require("node:fs");

const results = existsSync(process.argv[2])
  ? JSON.parse(readFileSync(process.argv[2], "utf8"))
  : { testResults: [] };

const counts = { passed: 0, failed: 0, skipped: 0 };
for (const file of results.testResults) {
  for (const { status } of file.assertionResults) counts[status in counts ? status : "skipped"] += 1;
  // If a file does not load, or its hooks fail, the file has no failed test. Then the file counts as one.
  const blamed = file.assertionResults.some(({ status }) => status === "failed");
  if (file.status === "failed" && !blamed) counts.failed += 1;
}

const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
console.log(`Tests: ${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
