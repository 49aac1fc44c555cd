// A client that delivers, and meanwhile does what its first argument names.
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';

const { STANDIN_URL, STANDIN_API_KEY, STANDIN_GOAL, STANDIN_BODY, STANDIN_OUTPUT = '' } = process.env;
if (STANDIN_GOAL !== 'make') process.exit(64);
const [what] = process.argv.slice(2);
const headers = { authorization: `Bearer ${STANDIN_API_KEY}`, 'content-type': 'application/json' };

if (what === 'ends-its-faults') await endFaults();
const { id } = await (await call('/v1/videos', { method: 'POST', body: STANDIN_BODY })).json();
while ((await (await call(`/v1/videos/${id}`)).json()).status !== 'completed')
  await new Promise((go) => setTimeout(go, 100));
const clip = await (await call(`/v1/videos/${id}/content`)).arrayBuffer();
await writeFile(STANDIN_OUTPUT, Buffer.from(clip));
if (what === 'leaves-a-deep-folder') {
  for (let depth = 0; depth < 30; depth += 1) {
    mkdirSync('d'.repeat(200));
    process.chdir('d'.repeat(200));
  }
}

function call(path, init) {
  return fetch(STANDIN_URL + path, { ...init, headers });
}

/** As anybody on this machine may do with a server that has no control token. */
async function endFaults() {
  const account = STANDIN_API_KEY.replace('sk_standin_', '');
  await fetch(`${STANDIN_URL}/_standin/accounts/${account}/scenarios`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scenarios: [] }),
  });
}
