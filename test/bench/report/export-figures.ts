/** What `test/bench/export-requests.ts` has measured, by hand: it is no part of the benchmark. */
export const exportFigures = `## How an export reads

\`workspace-gateway export\` reads nine lists in each workspace, as a refresh of all of it would, and three things besides: the
workspaces, the quotas and the account. The files are written at the end. Measured on 2026-11-22 by \`npm run build && npx node test/bench/export-requests.ts\`: 80 ms a request, three runs
each, mix c. The machine had other work meanwhile: the requests are exact, the times are upper bounds.

| objects | workspaces | requests | time s | memory MB |
| ---: | ---: | ---: | ---: | ---: |
| 300 | 28 | 255 | 3.0–3.2 | 231–235 |
| 3,000 | 273 | 2,460 | 10.7–13.6 | 427–452 |`;
