/** Tests the proof itself: it fails if a check is removed or weakened, and if a mutant never acts. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { CHECKS, type Check } from '../../conformance/index.ts';
import { pass } from '../../conformance/engine/outcome.ts';
import type { Mutant } from '../../conformance/prove/mutant.ts';
import { MUTANTS } from '../../conformance/prove/mutants/mutants.ts';
import { LEGAL_VARIANTS } from '../../conformance/prove/legal-variants/legal-variants.ts';
import { redirectingToStorage } from '../../conformance/prove/legal-variants/downloads.ts';
import { drawPairs } from '../../conformance/prove/pairs.ts';
import { triesFor, type Worker } from '../../conformance/prove/run/worker.ts';
import { prove, summaryOf } from '../../conformance/prove/run/prove.ts';
import { listen } from '../../conformance/prove/run/socket.ts';
import { UNBROKEN } from '../../conformance/prove/unbroken.ts';
import { REQUIREMENTS } from '../../contract/requirements/requirements.ts';

const MEANT = 'create.duration-seconds.range.above';
const only = (id: string): Check[] => CHECKS.filter((check) => check.id === id);
const mutantOf = (check: string): Mutant[] => MUTANTS.filter(({ killedBy }) => killedBy === check).slice(0, 1);

describe('the list of mutants', () => {
  test('has at least 600 of them, each with a name of its own', () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(600);
    expect(new Set(MUTANTS.map(({ id }) => id)).size).toBe(MUTANTS.length);
  });

  test('names for each a check that there is', () => {
    const ids = new Set(CHECKS.map(({ id }) => id));
    expect(MUTANTS.filter(({ killedBy }) => !ids.has(killedBy)).map(({ id }) => id)).toEqual([]);
  });

  test('breaks every must, except for those that have a reason', () => {
    const byId = new Map(CHECKS.map((check) => [check.id, check.requirement]));
    const broken = new Set(MUTANTS.map(({ killedBy }) => byId.get(killedBy)));
    const whole = REQUIREMENTS.filter(({ level, id }) => level === 'must' && !broken.has(id)).map(({ id }) => id);
    expect(whole.toSorted()).toEqual(Object.keys(UNBROKEN).toSorted());
  });

  test('has at least 15 legal servers, each with something that is to be observed of it', () => {
    expect(LEGAL_VARIANTS.length).toBeGreaterThanOrEqual(15);
    expect(LEGAL_VARIANTS.filter(({ observed }) => Object.keys(observed).length === 0)).toEqual([]);
  });
});

/** Broken servers of different kinds: input, ownership, authentication, money, content. */
const HANDFUL = [
  'create.duration-seconds.range.below',
  'get.foreign',
  'authentication.create.missing',
  'errors.insufficient-credits.status',
  'content.range.bytes.start',
];

test.each(HANDFUL)('a server that breaks %s is red', async (id) => {
  const broken = mutantOf(id).map((mutant): Mutant => ({ ...mutant, alone: true }));
  const proof = await prove({ mutants: broken, legalVariants: [], checks: only(id) });
  expect(proof.mutants.map(({ end }) => end)).toEqual(['killed']);
});

describe('the proof', () => {
  test('holds for a mutant and the check that is meant for it', async () => {
    const proof = await prove({ mutants: mutantOf(MEANT), legalVariants: [], checks: only(MEANT) });
    expect(summaryOf(proof)).toEqual({
      line: 'mutants 1, killed 1, checks 1, biting 1, legal servers 0, green 0',
      holds: true,
    });
  });

  test('tries servers that do not hold once more, and names those that hold then', async () => {
    const tries: string[] = [];
    const worker: Worker = {
      mutant: async ({ killedBy }) => {
        tries.push(killedBy);
        const holds = killedBy === MEANT && tries.length > 2;
        return holds ? { end: 'killed', killers: [MEANT] } : { end: 'survived', reason: 'a reason', killers: [] };
      },
      pair: async () => [],
      variant: async () => [],
      explored: async () => [],
      close: async () => undefined,
    };
    const mutants = [...mutantOf(MEANT), ...mutantOf('get.foreign')];
    const parts = { mutants, legalVariants: [], checks: only(MEANT), workers: [worker] };
    const proof = await prove({ ...parts, triesTwice: true });
    expect(tries).toEqual([MEANT, 'get.foreign', MEANT, 'get.foreign']);
    expect(proof.mutants.map(({ end }) => end)).toEqual(['killed', 'survived']);
    expect(proof.secondTries).toEqual([`survived ${mutantOf(MEANT)[0]?.id ?? ''} a reason`]);
    expect(summaryOf(proof).holds).toBe(false);
    tries.length = 0;
    expect((await prove(parts)).secondTries).toEqual([]);
    expect(tries).toHaveLength(2);
  });

  test('fails when the check is removed', async () => {
    const proof = await prove({ mutants: mutantOf(MEANT), legalVariants: [], checks: [] });
    expect(proof.mutants[0]?.end).toBe('survived');
    expect(summaryOf(proof).holds).toBe(false);
  });

  test('fails when the check is weakened to take any answer', async () => {
    const weak = only(MEANT).map((check): Check => ({ ...check, judge: ({ one }) => pass(one('create')) }));
    const proof = await prove({ mutants: mutantOf(MEANT), legalVariants: [], checks: weak });
    expect(summaryOf(proof)).toEqual({
      line: 'mutants 1, killed 0, checks 1, biting 0, legal servers 0, green 0',
      holds: false,
    });
  });

  test('counts no kill when the server is gone before the run ends', async () => {
    const gone: Mutant = {
      id: 'gone',
      killedBy: MEANT,
      does: 'crashes',
      tamper: () => () => Promise.reject(new Error('gone')),
    };
    const proof = await prove({ mutants: [gone], legalVariants: [], checks: only(MEANT) });
    expect(proof.mutants[0]?.end).toBe('broken off');
  });
});

describe('a mutant that does not show in each run', () => {
  test('is tried as often as a chance of one in a thousand to miss it allows', () => {
    expect([1, 0.9, 0.5, 0.1].map(triesFor)).toEqual([1, 3, 10, 66]);
  });

  test('is killed by the run in which it shows', async () => {
    const [mutant] = mutantOf(MEANT);
    if (mutant?.tamper === undefined) throw new Error('The mutant does not exist.');
    const { tamper } = mutant;
    let runs = 0;
    const seldom = (): ReturnType<typeof tamper> => {
      runs += 1;
      return runs % 3 === 0 ? tamper() : (call, engine) => engine({ ...call });
    };
    const proof = await prove({
      mutants: [{ ...mutant, tamper: seldom, chance: 0.5 }],
      legalVariants: [],
      checks: only(MEANT),
    });
    expect(proof.mutants[0]?.end).toBe('killed');
    expect(runs).toBe(3);
  });
});

describe('a pair of mutants', () => {
  const [first, second] = [mutantOf(MEANT)[0], mutantOf('create.duration-seconds.range.below')[0]];
  if (first === undefined || second === undefined) throw new Error('The mutants do not exist.');
  const checks = CHECKS.filter(({ id }) => id === first.killedBy || id === second.killedBy);

  test('is drawn from a seed: 200 of them, no two alike, and the same ones again', () => {
    const pairs = drawPairs(MUTANTS, 200);
    expect(new Set(pairs.map((pair) => `${pair.first.id} ${pair.second.id}`)).size).toBe(200);
    expect(drawPairs(MUTANTS, 200)).toEqual(pairs);
    expect(drawPairs([first, second], 200)).toHaveLength(2);
  });

  test('is noticed by the check of the first, whatever the second does', async () => {
    const proof = await prove({ mutants: [first], pairs: [{ first, second }], legalVariants: [], checks });
    expect(proof.pairs.map(({ hidden }) => hidden)).toEqual([undefined]);
  });
});

describe('a legal server', () => {
  test.each([
    ['lower-case', ['content-type', 'date', 'connection', 'transfer-encoding']],
    ['upper-case', ['CONTENT-TYPE', 'DATE', 'CONNECTION', 'TRANSFER-ENCODING']],
    ['title-case', ['Content-Type', 'Date', 'Connection', 'Transfer-Encoding']],
  ] as const)('writes names in %s on the wire', async (spelling, names) => {
    const { url, close } = await listen(() => Promise.resolve(Response.json({})), spelling);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    await close();
    const head = bytes.toString('latin1').split('\r\n\r\n')[0] ?? '';
    const written = head.split('\r\n').slice(1);
    expect(new Set(written.map((line) => line.split(':')[0]))).toEqual(new Set(names));
  });

  test('with a storage elsewhere rejects requests that carry the key', async () => {
    const tamper = redirectingToStorage();
    const url = new URL('https://storage.standin.test/v1/videos/1/content?signature=1');
    const call = { operation: 'content', method: 'GET', url, body: undefined, json: {}, id: '1', key: 'k' } as const;
    const { signal } = new AbortController();
    const engine = () => Promise.resolve({ status: 200, headers: new Headers(), bytes: new Uint8Array() });
    const shown = await tamper({ ...call, signal, headers: new Headers({ authorization: 'Bearer k' }) }, engine);
    expect(shown.status).toBe(400);
    expect((await tamper({ ...call, signal, headers: new Headers() }, engine)).status).toBe(200);
  });
});
