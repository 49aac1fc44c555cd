import { readFileSync } from 'node:fs';
import { judge, terminalReport } from '../conformance/index.ts';
for (const f of process.argv.slice(2)) {
  const { report } = JSON.parse(readFileSync(`/tmp/reports/${f}.json`, 'utf8'));
  const again = judge({ ...report, missed: report.missed }, {});
  const text = terminalReport(again, { colour: false, width: 110 });
  console.log(text);
  console.log('=== lines', text.split('\n').length);
}
