/** What `test/bench/export-requests.ts` has measured, by hand: it is no part of the benchmark. */
export const exportFigures = `## How an export reads

\`workspace-gateway export\` reads nine lists in each workspace, as a refresh of all of it would, and three things besides: the
workspaces, the quotas and the account. The files are written at the end.

Measured on 2026-11-22 by \`npm run build && npx node test/bench/export-requests.ts\`: 80 ms a request, three runs
each, mix c. The machine was quiet; memory is the peak.

| objects | workspaces | requests | time s | memory MB |
| ---: | ---: | ---: | ---: | ---: |
| 300 | 28 | 255 | 2.8–3.4 | 238–258 |
| 3,000 | 273 | 2,460 | 10.5–10.9 | 429–443 |`;
