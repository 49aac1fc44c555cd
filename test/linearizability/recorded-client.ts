/** Random clients of one account, and the history of their requests and responses. */

import type { Api, ApiRequest } from '../../emulator/api/messages.ts';
import { toMicros } from '../../contract/prices.ts';
import type { Random } from '../fuzz/random.ts';
import type { Asked, Answered } from './account-model.ts';
import type { Operation } from './linearizable.ts';

export type History = readonly Operation<Asked, Answered>[];

/** The cost of one generation in US dollars. Balances count in this unit. */
export const PRICE = 0.48;

const CLIENTS = 3;
const STEPS = 4;
const KEYS = 2;
const BODY = Buffer.from(
  JSON.stringify({ model: 'videomodel-2.5', prompt: 'a fox', duration_seconds: 4, resolution: '480p' }),
);
const NEVER = new AbortController().signal;

/**
 * Runs random clients on one account, with each request at a random replica, and resolves to their history. The clock
 * of the history counts begins and ends.
 */
export async function recordHistory(account: string, replicas: readonly Api[], random: Random): Promise<History> {
  const history: Operation<Asked, Answered>[] = [];
  const ids: string[] = [];
  let clock = 0;
  const ask = async (asked: Asked): Promise<void> => {
    const replica = replicas[random.below(replicas.length)];
    if (replica === undefined) throw new Error('The list of replicas is empty.');
    clock += 1;
    const begun = clock;
    const answered = await answerOf(replica, account, asked);
    clock += 1;
    history.push({ part: account, asked, answered, begun, ended: clock });
    if (answered.kind === 'accepted' && !answered.isReplay) ids.push(answered.id);
  };
  const client = async (): Promise<void> => {
    for (let step = 0; step < STEPS; step += 1) {
      // The pause lets requests overlap at any point.
      for (let turns = random.below(4); turns > 0; turns -= 1) await Promise.resolve();
      await ask(randomStep(ids, random));
    }
  };
  await ask({ kind: 'create', key: undefined });
  await Promise.all(Array.from({ length: CLIENTS }, client));
  await ask({ kind: 'account' });
  return history;
}

function randomStep(ids: readonly string[], random: Random): Asked {
  const id = ids[random.below(ids.length)] ?? '';
  const kind = random.below(10);
  if (kind < 2) return { kind: 'create', key: undefined };
  if (kind < 4) return { kind: 'create', key: `key-${random.below(KEYS)}` };
  if (kind < 7) return { kind: 'poll', id };
  if (kind < 8) return { kind: 'move', id, to: random.below(3) === 0 ? 'completed' : 'failed' };
  return kind < 9 ? { kind: 'grant' } : { kind: 'account' };
}

/** Returns the method, path and body of a step. */
function requestOf(account: string, asked: Asked): readonly [method: string, path: string, body?: unknown] {
  const control = `/_standin/accounts/${account}`;
  if (asked.kind === 'create') return ['POST', '/v1/videos', BODY];
  if (asked.kind === 'poll') return ['GET', `/v1/videos/${asked.id}`];
  if (asked.kind === 'move') return ['POST', `${control}/generations/${asked.id}/move`, { status: asked.to }];
  return asked.kind === 'grant' ? ['POST', `${control}/grants`, { amount_usd: PRICE }] : ['GET', control];
}

async function answerOf(api: Api, account: string, asked: Asked): Promise<Answered> {
  const [method, target, body] = requestOf(account, asked);
  const key = asked.kind === 'create' ? asked.key : undefined;
  const headers: Readonly<Record<string, string>> = {
    host: 'localhost',
    authorization: `Bearer sk_standin_${account}`,
    'content-type': 'application/json',
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  const request: ApiRequest = {
    method,
    target,
    scheme: 'http',
    header: (name) => headers[name],
    eachHeader: (visit) => Object.entries(headers).forEach(([name, value]) => visit(name, value)),
    readBody: async () => (body instanceof Buffer ? body : Buffer.from(JSON.stringify(body ?? {}))),
    signal: NEVER,
  };
  const response = await api.handle(request);
  const text = typeof response.body === 'string' ? response.body : '';
  return toAnswered(asked, response.status, { text, isReplay: response.headers['idempotent-replayed'] === 'true' });
}

function toAnswered(
  { kind }: Asked,
  status: number,
  { text, isReplay }: { readonly text: string; readonly isReplay: boolean },
): Answered {
  const body = JSON.parse(text);
  if (kind === 'create' && status === 202) return { kind: 'accepted', id: body.id, isReplay };
  if (kind === 'create' && status === 402) return { kind: 'insufficient' };
  if ((kind === 'poll' || kind === 'move') && status === 200) return { kind: 'status', status: body.status };
  if (kind === 'move' && status === 409) return { kind: 'refused' };
  if ((kind === 'grant' || kind === 'account') && status === 200) {
    const { balance_usd: balance, reserved_usd: reserved, captured_usd: captured } = body.ledger;
    return {
      kind: 'ledger',
      balance: inPrices(balance),
      reserved: inPrices(reserved),
      captured: inPrices(captured),
      created: body.counters.created,
    };
  }
  return { kind: 'unexpected', what: `${status} ${text}` };
}

function inPrices(dollars: number): number {
  return toMicros(dollars) / toMicros(PRICE);
}
