/** Servers that confuse two Idempotency-Keys, or charge a replay as a create. */

import type { Fields } from '../../../checks/lib/answers.ts';
import { fieldsOf, withBody, withHeader, withJson, type Answer, type Call, type Tampering } from '../../server.ts';
import { VALID } from '../../tamper/create.ts';
import { imagesOf, operates, type Test } from '../../tamper/workflow.ts';
import { mutant, type Mutant } from '../../mutant.ts';

const keyOf = ({ headers }: Call): string => headers.get('idempotency-key') ?? '';
const isReplay = ({ headers }: Answer): boolean => headers.has('idempotent-replayed');
const isOnce = ({ key }: Call): boolean => key.includes('-once~');

/** The behavior of the server, and whether two keys are the same to it. */
const KEYS: Readonly<Record<string, readonly [does: string, isSame: (one: string, other: string) => boolean]>> = {
  '127': ['keeps 127 characters of an Idempotency-Key', (one, other) => one.slice(0, 127) === other.slice(0, 127)],
  '100': ['keeps 100 characters of an Idempotency-Key', (one, other) => one.slice(0, 100) === other.slice(0, 100)],
  end: ['ignores the last character of an Idempotency-Key', (one, other) => one.slice(0, -1) === other.slice(0, -1)],
  '64': [
    'keeps the last 64 characters of an Idempotency-Key',
    (one, other) => one.length > 100 && one.slice(-64) === other.slice(-64),
  ],
  'but-the-first': [
    'drops the first character of an Idempotency-Key',
    (one, other) => one.length > 100 && one.slice(1) === other.slice(1),
  ],
  ends: [
    'keeps the beginning and the end of an Idempotency-Key',
    (one, other) => one.length > 100 && one.slice(0, 48) + one.slice(-48) === other.slice(0, 48) + other.slice(-48),
  ],
  marks: [
    'keeps only letters and digits of an Idempotency-Key',
    (one, other) => one.replaceAll(/[\W_]/g, '') === other.replaceAll(/[\W_]/g, ''),
  ],
  list: [
    'reads an Idempotency-Key as a list, and keeps the first item',
    (one, other) => one.split(',')[0] === other.split(',')[0],
  ],
  'begins-so': [
    'matches an Idempotency-Key by its beginning',
    (one, other) => one.length > 100 && (one.startsWith(other) || other.startsWith(one)),
  ],
};

const APART: readonly Mutant[] = Object.entries(KEYS).map(([name, [does, isSame]]) =>
  mutant('idempotency.keys-apart', does, {
    id: `idempotency.keys-apart.${name}`,
    alone: true,
    tamper: () => mixedUp(isSame),
  }),
);

/** The behavior of the server, and how it changes a key before it looks the key up. */
const READ: Readonly<Record<string, readonly [does: string, read: (key: string) => string]>> = {
  number: ['reads numeric Idempotency-Keys as numbers', asNumber],
  list: ['cuts the Idempotency-Key at a comma', (key) => key.split(',')[0] ?? ''],
  word: ['cuts the Idempotency-Key at a space', (key) => key.split(' ')[0] ?? ''],
  escaped: ['decodes Idempotency-Keys', (key) => key.replace(/%3([0-9])/, '$1')],
  marks: ['drops plus, minus and space from an Idempotency-Key', (key) => key.replaceAll(/[-+ ]/g, '')],
  parameters: ['cuts the Idempotency-Key at a semicolon', (key) => key.split(';')[0] ?? ''],
  prefix: ['keeps 15 characters of a short Idempotency-Key', (key) => (key.length < 20 ? key.slice(0, 15) : key)],
  ascii: ['drops non-ASCII characters from an Idempotency-Key', (key) => key.replaceAll(/[\u0080-\u00ff]/g, '')],
  folded: [
    'normalizes similar characters of an Idempotency-Key',
    (key) => Buffer.from(Buffer.from(key, 'latin1').toString().normalize('NFKC')).toString('latin1'),
  ],
  short: ['keeps 13 characters of an Idempotency-Key', (key) => (key.length < 20 ? key.slice(0, 13) : key)],
};

const TWINS: readonly Mutant[] = Object.entries(READ).map(([name, [does, read]]) =>
  mutant('idempotency.keys-apart.twins', does, {
    id: `idempotency.keys-apart.twins.${name}`,
    tamper: () => (call, engine) =>
      engine(keyOf(call) === '' ? call : withHeader(call, 'idempotency-key', read(keyOf(call)))),
  }),
);

function asNumber(key: string): string {
  return Number.isFinite(Number(key)) ? String(Number(key)) : key;
}

/** Shows another cost at a replay. */
const costing =
  (cost: (record: Fields) => unknown): (() => Tampering) =>
  () =>
  async (call, engine) => {
    const answer = await engine(call);
    if (call.operation !== 'create' || !isReplay(answer) || answer.status >= 300) return answer;
    const record = fieldsOf(answer);
    return withJson(answer, { ...record, cost_usd: cost(record) });
  };

const COSTS: readonly Mutant[] = (
  [
    ['nothing', 'shows a cost of 0 at a replay', () => 0],
    ['twice', 'shows twice the cost at a replay', ({ cost_usd: cost }) => 2 * Number(cost)],
  ] satisfies [string, string, (record: Fields) => unknown][]
).flatMap(([name, does, cost]) => [
  mutant('idempotency.replay.record', `${does} of a completed generation`, {
    id: `idempotency.replay.record.${name}`,
    alone: true,
    tamper: costing(cost),
  }),
  mutant('record.cost-usd.reserved.replay', `${does} of a failing generation`, {
    id: `record.cost-usd.reserved.replay.${name}`,
    alone: true,
    tamper: costing(cost),
  }),
]);

const RESERVED: readonly Mutant[] = [
  mutant('idempotency.replay.record', 'computes the cost again if the JSON has another spelling', {
    id: 'idempotency.replay.record.spelling',
    alone: true,
    tamper: () => async (call, engine) => {
      const answer = await engine(call);
      const isSpaced = call.operation === 'create' && (call.body ?? '').includes('\n');
      return isSpaced && isReplay(answer) ? withJson(answer, { ...fieldsOf(answer), cost_usd: 0.5 }) : answer;
    },
  }),
  ...(
    [
      ['edit', 'an edit', operates('edit')],
      ['reference', 'a create with images', (body) => imagesOf(body) > 0],
    ] as const satisfies readonly (readonly [string, string, Test])[]
  ).map(([name, what, isMeant]) =>
    mutant('idempotency.replay.record.sources', `computes the cost again for the replay of ${what}`, {
      id: `idempotency.replay.record.sources.${name}`,
      tamper: () => async (call, engine) => {
        const answer = await engine(call);
        const isWrong = call.operation === 'create' && isReplay(answer) && isMeant(call.json);
        return isWrong ? withJson(answer, { ...fieldsOf(answer), cost_usd: 0.5 }) : answer;
      },
    }),
  ),
  mutant('idempotency.keys-apart', 'rejects a create if its Idempotency-Key shares 64 characters with another', {
    id: 'idempotency.keys-apart.refused',
    tamper: () => (call, engine) => engine(withHeader(call, 'idempotency-key', keyOf(call).slice(0, 64) || undefined)),
  }),
  mutant('credits.replay', 'reserves again for the replay of a failed generation', { tamper: paidAgain }),
  mutant('credits.replay', 'reserves again for the replay of a running generation, as soon as it can', {
    id: 'credits.replay.running',
    tamper: owing,
  }),
];

const KEPT: readonly Mutant[] = [
  mutant('create.refusal.keyed', 'accepts a rejected create the second time, with the same Idempotency-Key', {
    tamper: takingSecond,
  }),
  mutant('get.answer.record.keyed.again', 'stores the answer to each get that has an Idempotency-Key', {
    tamper: keepingGets,
  }),
];

const TOGETHER: readonly Mutant[] = [
  mutant('get.answer.status', 'returns ids that it does not store for concurrent creates with one Idempotency-Key', {
    id: 'get.answer.status.together',
    tamper: losingTogether,
    selection: { only: ['get.answer.status', 'credits.sum.refunds'] },
  }),
];

export const IDEMPOTENCY_MUTANTS: readonly Mutant[] = [...APART, ...TWINS, ...COSTS, ...RESERVED, ...KEPT, ...TOGETHER];

/** Remembers the key of a rejected create, but not the rejection. */
function takingSecond(): Tampering {
  const refused = new Set<string>();
  return async (call, engine) => {
    const key = call.operation === 'create' ? keyOf(call) : '';
    if (refused.has(key)) return engine(unkeyed(call));
    const answer = await engine(call);
    if (key !== '' && answer.status === 400) refused.add(key);
    return answer;
  };
}

function keepingGets(): Tampering {
  const kept = new Map<string, Promise<Answer>>();
  return (call, engine) => {
    if (call.operation !== 'get' || keyOf(call) === '') return engine(call);
    const name = `${keyOf(call)} ${call.id}`;
    const answer = kept.get(name) ?? engine(call);
    kept.set(name, answer);
    return answer;
  };
}

/** Answers each concurrent create with an id of its own, of which only the first is stored. */
function losingTogether(): Tampering {
  const underWay = new Map<string, number>();
  return async (call, engine) => {
    const key = call.operation === 'create' ? keyOf(call) : '';
    if (key === '') return engine(call);
    const before = underWay.get(key) ?? 0;
    underWay.set(key, before + 1);
    const answer = await engine(call);
    underWay.set(key, (underWay.get(key) ?? 1) - 1);
    const isLost = before > 0 && answer.status < 300;
    return isLost ? withJson(answer, { ...fieldsOf(answer), id: crypto.randomUUID() }) : answer;
  };
}

/** Answers all keys that are the same to the server with the first record. */
function mixedUp(isSame: (one: string, other: string) => boolean): Tampering {
  const kept = new Map<string, Promise<Answer>>();
  return async (call, engine) => {
    const key = keyOf(call);
    if (call.operation !== 'create' || key === '') return engine(call);
    const known = [...kept].find(([name]) => isSame(name, key) && name !== key);
    if (known !== undefined) {
      const { status, headers, bytes } = await known[1];
      return { status, headers, bytes };
    }
    const making = engine(call);
    kept.set(key, making);
    // A rejected create made no record to store.
    if ((await making).status >= 300) kept.delete(key);
    return making;
  };
}

/** Charges a replay again if the credits suffice. */
function paidAgain(): Tampering {
  return async (call, engine) => {
    const answer = await engine(call);
    if (call.operation === 'create' && isOnce(call) && isReplay(answer)) await engine(unkeyed(call));
    return answer;
  };
}

/** Charges a replay again after the refund. */
function owing(): Tampering {
  let owed: Call | undefined;
  return async (call, engine) => {
    const answer = await engine(call);
    if (call.operation === 'create' && isOnce(call) && isReplay(answer)) owed ??= unkeyed(call);
    if (call.operation === 'get' && isOnce(call) && fieldsOf(answer)['status'] === 'failed' && owed !== undefined) {
      const paying = owed;
      owed = undefined;
      await engine(paying);
    }
    return answer;
  };
}

function unkeyed(call: Call): Call {
  return withBody(withHeader(call, 'idempotency-key', undefined), VALID);
}
