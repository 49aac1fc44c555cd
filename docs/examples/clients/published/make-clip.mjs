// What all drivers of this folder share: one clip, by the three requests that a client brings. Retries, timeouts and resuming are the client's.
import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const { STANDIN_URL, STANDIN_API_KEY, STANDIN_GOAL, STANDIN_BODY = '', STANDIN_OUTPUT = '' } = process.env;
const deadlineMs = Number(process.env.STANDIN_DEADLINE_SECONDS) * 1000;

/** Whether the client shall have the settings that docs/clients.md advises, instead of those of its documentation. */
export const advised = process.argv[2] === 'advised';

export const base = `${STANDIN_URL}/v1`;
export const apiKey = STANDIN_API_KEY;
export const authorization = `Bearer ${STANDIN_API_KEY}`;
/** A create says it once, whatever becomes of its attempts; only where it is advised, as no client does so by itself. */
export const keyHeader = advised ? { 'Idempotency-Key': randomUUID() } : {};
/** A silence that is too long, where the client can be told one. */
export const patienceMs = deadlineMs * 0.45;

/** An answer that is no success, with what it says. */
export class Refused extends Error {
  constructor(status, text) {
    const error = envelopeIn(text);
    super(error.message ?? `HTTP ${status}`);
    Object.assign(this, { status, code: error.code, request_id: error.request_id });
  }
}

function envelopeIn(text) {
  try {
    return JSON.parse(text).error ?? {};
  } catch {
    return {};
  }
}

/** `create(body)` and `get(id)` give the record, `download(id)` the bytes of the clip; they throw what the client throws. */
export async function makeClip({ create, get, download }) {
  if (STANDIN_GOAL !== 'make') process.exit(64);
  const endsAt = performance.now() + deadlineMs * 0.8;
  let id;
  try {
    ({ id } = await create(JSON.parse(STANDIN_BODY)));
    await untilCompleted(() => get(id), endsAt);
    const clip = await download(id);
    await writeFile(`${STANDIN_OUTPUT}.part`, clip);
    await rename(`${STANDIN_OUTPUT}.part`, STANDIN_OUTPUT);
    process.stdout.write(`${JSON.stringify({ id })}\n`);
  } catch ({ message, code, status, request_id }) {
    process.stdout.write(`${JSON.stringify({ id, error: { message, code, status, request_id } })}\n`);
    process.exitCode = 1;
  }
  process.exit();
}

async function untilCompleted(get, endsAt) {
  for (let pauseMs = 500; performance.now() < endsAt; pauseMs = Math.min(pauseMs * 1.5, 3000)) {
    const { status, error } = await get();
    if (status === 'completed') return;
    if (status === 'failed') throw Object.assign(new Error(error?.message), error);
    await sleep(pauseMs * (0.8 + 0.4 * Math.random()));
  }
  throw Object.assign(new Error('The clip was not made in time.'), { code: 'client_deadline' });
}
