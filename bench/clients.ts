/**
 * `npm run bench:clients`: judges published clients with `standin audition`, and writes `docs/clients.md`. With names
 * of clients as arguments, it judges only those clients and prints the results.
 */

import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { commandOf, PUBLISHED, type PublishedClient } from './clients/catalog.ts';
import { installClients, versionOf } from './clients/install.ts';
import { judgeDriver } from './clients/judge.ts';
import { pageOf, type Entrant } from './clients/page.ts';

const asked = process.argv.slice(2);
const folder = installClients();
const entrants = PUBLISHED.filter(({ name }) => asked.length === 0 || asked.includes(name)).map(enter);
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const page = pageOf({ entrants, date: new Date().toISOString().slice(0, 10), commit });
if (asked.length > 0) console.log(page);
else await writeFile(new URL('../docs/clients.md', import.meta.url), page);

function enter(client: PublishedClient): Entrant {
  const found = versionOf(client, folder);
  if ('missing' in found) return { client, version: '', missing: found.missing, documented: [], advised: [] };
  const command = commandOf(client, folder);
  const judge = (settings: readonly string[]): Entrant['documented'] => {
    console.error(`${Math.round(performance.now() / 1000)} s: ${[client.name, ...settings].join(' ')}`);
    return judgeDriver([...command, ...settings], client.only);
  };
  return { client, version: found.version, documented: judge([]), advised: judge(['advised']) };
}
