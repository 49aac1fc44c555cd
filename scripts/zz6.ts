import { writeFileSync } from 'node:fs';
import { run, terminalReport, render } from '../conformance/index.ts';
import { tamperWith } from '../conformance/prove/server.ts';
import { createEmulator } from '../emulator/index.ts';
import { standin } from '../test/conformance/standin-profile.ts';
import { withEightBugs, EIGHT_BUGS } from '../test/conformance/eight-bugs.ts';
const engine = createEmulator({ latency: 'instant' });
const { door } = tamperWith(engine, withEightBugs(engine));
const report = await run({ baseUrl: 'http://127.0.0.1', fetch: door }, await standin({}));
await engine.close();
writeFileSync('/tmp/eight.json', JSON.stringify(report));
const text = terminalReport(report, { colour: false, width: 100 });
console.log(text, text.split('\n').length);
console.log(
  report.findings!.map((f) => `${f.promise} [${f.cases}] -> ${f.failed} | blocked ${f.blocked.length}`).join('\n'),
);
writeFileSync('/tmp/eight.html', render(report, 'html'));
writeFileSync('/tmp/eight.xml', render(report, 'junit'));
writeFileSync('/tmp/eight.md', render(report, 'markdown'));
writeFileSync('/tmp/eight.sarif', render(report, 'sarif'));
