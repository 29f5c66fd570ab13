// Plain CommonJS: it also has to count when the installation failed and only an old Node is there.
const { existsSync, readFileSync } = require("node:fs");

const results = existsSync(process.argv[2])
  ? JSON.parse(readFileSync(process.argv[2], "utf8"))
  : { testResults: [] };

const counts = { passed: 0, failed: 0, skipped: 0 };
for (const file of results.testResults) {
  for (const { status } of file.assertionResults) counts[status in counts ? status : "skipped"] += 1;
  // A file that does not load, or whose hooks fail, has no failed test to show for it.
  const blamed = file.assertionResults.some(({ status }) => status === "failed");
  if (file.status === "failed" && !blamed) counts.failed += 1;
}

const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
console.log(`Tests: ${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
