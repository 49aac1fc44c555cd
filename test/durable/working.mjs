/**
 * A process on a data folder: checks what the one before it has acknowledged, says so, and works until it is killed. Each
 * answer is printed at once, so what was printed is what a client has seen.
 */

import { readFileSync, writeSync } from 'node:fs';
import { createEmulator } from 'standin';

const [, , folder, acknowledged, run] = process.argv;
const AT_ONCE = 12;
const REQUEST = { model: 'videomodel-2.5', prompt: 'a fox', duration_seconds: 4, resolution: '480p' };
const ORDER = { pending: 0, running: 1, completed: 2, failed: 2 };
const HEADERS = { authorization: 'Bearer sk_standin_kill~latency-polls-1-1', 'content-type': 'application/json' };

const emulator = createEmulator({ data: folder, balance: 100_000 });

async function ask(call, body, headers = {}) {
  const [method, path] = call.split(' ');
  const init = { method, headers: { ...HEADERS, ...headers }, body: body && JSON.stringify(body) };
  const response = await emulator.fetch(new Request(`http://localhost${path}`, init));
  return {
    status: response.status,
    replayed: response.headers.get('idempotent-replayed'),
    body: await response.json(),
  };
}

const create = (key) => ask('POST /v1/videos', REQUEST, { 'idempotency-key': key });
const poll = (id) => ask(`GET /v1/videos/${id}`);
const print = (...facts) => writeSync(1, `${JSON.stringify(facts)}\n`);

/** What earlier processes have acknowledged: the ids by key, and the furthest status of each. */
function read() {
  const [ids, statuses] = [new Map(), new Map()];
  let created = 0;
  for (const line of readFileSync(acknowledged, 'utf8').split('\n')) {
    // The last line may be half: its answer was not seen.
    if (!line.endsWith(']')) continue;
    const [kind, key, value] = JSON.parse(line);
    if (kind === 'created') ids.set(key, value);
    if (kind === 'saw') statuses.set(key, value);
    if (kind === 'counted') created = key;
  }
  return { ids, statuses, created };
}

/** Says what is not as it was acknowledged. */
async function check({ ids, statuses, created }) {
  const wrong = [];
  if (ids.size === 0 && created === 0) return wrong;
  const { state } = (await ask('GET /_standin/accounts/kill/snapshot')).body;
  const generations = [...state.open, ...state.ended];
  const kept = new Map(generations.map((generation) => [generation.id, generation]));
  if (kept.size < created) wrong.push(`${created} generations were counted, and ${kept.size} are kept`);
  for (const [key, id] of ids) if (!kept.has(id)) wrong.push(`${key} made ${id}, which is lost`);
  for (const [id, status] of statuses) {
    const now = kept.get(id)?.status ?? 'nothing';
    if (!(ORDER[now] >= ORDER[status])) wrong.push(`${id} was seen as ${status} and is ${now}`);
  }
  const keys = state.idempotency.map((record) => record.key);
  // Each create of this test has a key of its own, so two generations of one key were two charges.
  if (new Set(keys).size !== kept.size) wrong.push(`${kept.size} generations of ${new Set(keys).size} keys`);
  const sum = (status) => generations.filter(status).reduce((total, { cost }) => total + cost, 0);
  const { granted, balance, reserved, captured } = state.account.ledger;
  const right = {
    reserved: sum(({ status }) => status !== 'completed'),
    captured: sum(({ status }) => status === 'completed'),
  };
  if (reserved !== right.reserved || captured !== right.captured)
    wrong.push(`reserved ${reserved}, captured ${captured}`);
  if (balance !== granted - reserved - captured) wrong.push(`the balance is ${balance}`);
  const [[key, id] = []] = [...ids].slice(-1);
  if (key === undefined) return wrong;
  const { body, replayed } = await create(key);
  if (body.id !== id || replayed !== 'true') wrong.push(`${key} was sent again and made ${body.id}`);
  return wrong;
}

async function work(worker) {
  for (let nth = 1; ; nth += 1) {
    const key = `${run}-${worker}-${nth}`;
    const { status, body } = await create(key);
    if (status !== 202) throw new Error(`a create was answered with ${status}`);
    print('created', key, body.id);
    for (let polls = 0; polls < 3; polls += 1) print('saw', body.id, (await poll(body.id)).body.status);
  }
}

/** Reads what others have just changed, and changes nothing. */
async function count() {
  for (;;) {
    const { status, body } = await ask('GET /_standin/accounts/kill');
    if (status === 200) print('counted', body.counters.created);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

const before = read();
print('ready', await check(before), before.ids.size);
void count();
await Promise.all(Array.from({ length: AT_ONCE }, (_, worker) => work(worker)));
