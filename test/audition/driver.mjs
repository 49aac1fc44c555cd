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
  const { id } = await create();
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

/** `changes-its-body` sends a refused create again, with its key and a field that names a default. */
async function create() {
  const post = (body) => ask('/v1/videos', { method: 'POST', body: JSON.stringify(body) });
  const body = JSON.parse(STANDIN_BODY);
  if (how !== 'changes-its-body') return post(body);
  headers['idempotency-key'] = STANDIN_API_KEY.slice(-12);
  for (let tries = 1; tries < 4; tries += 1) {
    try {
      return await post(tries === 1 ? body : { ...body, mode: 'text-to-video' });
    } catch {
      await new Promise((go) => setTimeout(go, 1100 * tries));
    }
  }
  return post({ ...body, mode: 'text-to-video' });
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
