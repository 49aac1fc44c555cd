// A client for tests: how it behaves is its first argument. `plain` delivers where nothing goes wrong, and knows `make` alone.
import { writeFile } from 'node:fs/promises';

const { STANDIN_URL, STANDIN_API_KEY, STANDIN_GOAL, STANDIN_BODY = '', STANDIN_OUTPUT = '' } = process.env;
const [how = 'plain'] = process.argv.slice(2);
const headers = { authorization: `Bearer ${STANDIN_API_KEY}`, 'content-type': 'application/json' };

if (how === 'exits-at-once') process.exit(0);
if (STANDIN_GOAL !== 'make' && how !== 'ignores-the-goal') process.exit(64);
if (how === 'hangs') setInterval(() => undefined, 1000);
if (how === 'says-a-lot') for (let line = 0; line < 200; line += 1) process.stdout.write(`${'x'.repeat(20_000)}\n`);

try {
  const { id } = await ask('/v1/videos', { method: 'POST', body: STANDIN_BODY });
  while ((await ask(`/v1/videos/${id}`)).status !== 'completed') await new Promise((go) => setTimeout(go, 200));
  const clip = await (await answer(`/v1/videos/${id}/content`)).arrayBuffer();
  await writeFile(STANDIN_OUTPUT, how === 'writes-another-file' ? 'no clip' : Buffer.from(clip));
  if (how === 'tells-its-key') process.stderr.write(`used ${STANDIN_API_KEY}`);
  if (how !== 'hangs') process.stdout.write(`${JSON.stringify({ id })}\n`);
} catch (cause) {
  if (how === 'throws') throw cause;
  process.stdout.write(`${JSON.stringify({ error: { message: cause.message, code: cause.code } })}\n`);
  process.exitCode = 1;
}

async function ask(path, init) {
  return (await answer(path, init)).json();
}

async function answer(path, init) {
  const response = await fetch(STANDIN_URL + path, { ...init, headers });
  if (response.ok) return response;
  const { error } = await response.json();
  throw Object.assign(new Error(error.message), { code: error.code });
}
