/** Authentication: a revoked key at every endpoint, before and after it is revoked. */

import { defineProbe, type Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import { fail, pass, untestable, type Outcome, missing } from '../../engine/outcome.ts';
import type { HeaderLine } from '../../client/exchange.ts';
import { fitted, sourceBody, TEXT } from '../lib/bodies.ts';
import { cases, type Expectation } from '../lib/cases.ts';
import { FIRST_PART, look } from '../lib/downloads.ts';
import { cheap, FRAMES, FRAMES_BODY, FRAMES_SECONDS, keyOfFrames, SECONDS } from '../lib/clips.ts';
import { REQUEST_OF, unknownKey } from '../lib/lookups.ts';
import { describe, rejected, unauthorized } from '../lib/rules.ts';
import { EVERY_PART } from '../content/every-part.ts';
import { AGAIN } from '../states/states-again.ts';

const INVALID = { ...TEXT, prompt: '' };
/** The number of attempts, each later than the last. The document does not say how soon a revoked key is invalid. */
const LOOKS = 5;
const DOWNLOADS = ['content', 'part', 'other tag', 'head'] as const;

const REVOKED = defineProbe({
  id: 'authentication.revoked',
  mayBeCharged: true,
  sends:
    'A create request, a get request and a download with a revoked key. The get request and the download name an unknown id. The kit repeats the get request and the download with the primary key and with an unknown key. The primary key also sends an invalid create request. If the revoked key made a generation, the kit also sends get requests and downloads for this generation before and after the key is revoked. Then the kit sends the create request of this generation again, and an extension of the generation.',
  keys: ['revoked'],
  runsAfter: [FRAMES, AGAIN, EVERY_PART],
  turn: 'last',
  riskedCreates: () => [...cheap(SECONDS), ...cheap(SECONDS, FRAMES_SECONDS)],
  run: async (kit) => {
    const path = kit.profile.triggers.revoke;
    const made = kit.find(FRAMES);
    const own = made?.key === 'revoked' ? made.id : undefined;
    const unknown = await kit.get('get unknown', kit.unknownId, unknownKey(kit));
    await kit.content('content unknown', kit.unknownId, unknownKey(kit));
    if (path !== undefined) {
      await kit.create('before', INVALID, { key: 'revoked' });
      if (own !== undefined) await lookAt(kit, own, 'before');
      const headers: HeaderLine[] = [['Content-Type', 'application/json']];
      const { exchange } = await kit.send('revoke', { method: 'POST', path, headers, body: '{}', outsideApi: true });
      // The key still works, so the run would pay for a valid create.
      if ((exchange.response?.status ?? 500) >= 300) return undefined;
      await untilRefused(kit, own ?? kit.unknownId, own !== undefined || unknown.exchange.response?.status === 401);
    }
    await kit.create('create revoked', TEXT, { key: 'revoked' });
    await kit.create('create known', INVALID);
    for (const kind of ['get', 'content'] as const)
      for (const [name, key] of Object.entries({ revoked: 'revoked', known: 'primary' } as const))
        await look(kit, [kind, `${kind} ${name}`], { id: kit.unknownId, key });
    if (own === undefined) return undefined;
    await lookAt(kit, own, 'after');
    await kit.create('replay after', fitted(kit, FRAMES_BODY), { key: 'revoked', ...keyOfFrames(kit) });
    await kit.create('extend after', sourceBody('extend', [own]), { key: 'revoked' });
  },
});

const OF_CREATE = { from: [REVOKED, FRAMES], requirement: 'authentication.create.invalid' } as const;

export const AUTHENTICATION_REVOKED_CHECKS: readonly Check[] = [
  ...cases(
    [REVOKED],
    (['get', 'content'] as const).map((operation) => [
      `authentication.${operation}.revoked`,
      `A revoked key gives no more access than an unknown key. Operation: ${operation}. If the server returns 401 for an unknown key, it also returns 401 for the revoked key.`,
      'The server rejects revoked keys in create requests, but accepts them in other requests.',
      (evidence) => notTakenBack(evidence) ?? stillKnown(evidence, operation),
      { requirement: `authentication.${operation}.invalid` },
    ]),
  ),
  ...cases(
    [REVOKED, FRAMES],
    (['get', 'content'] as const).map((operation) => [
      `authentication.${operation}.revoked.own`,
      `After the key that made a generation is revoked, the server rejects a ${REQUEST_OF[operation]} for this generation with this key. The key had access before.`,
      'The server checks only that the key made the generation. The server does not check whether the key is still valid.',
      (evidence) => notTakenBack(evidence) ?? shutAfterwards(evidence, operation === 'get' ? ['get'] : DOWNLOADS),
      { requirement: `authentication.${operation}.invalid` },
    ]),
  ),
  ...cases(OF_CREATE, {
    'authentication.create.revoked': [
      'A create request with a revoked key returns 401.',
      'A cache still accepts the key.',
      stillUnauthorized('create revoked'),
      { from: [REVOKED] },
    ],
    'authentication.create.revoked.replay': [
      'The same create request with the same Idempotency-Key returns 401 after the key that made the generation was revoked.',
      'The server returns a replay before it checks the key.',
      stillUnauthorized('replay after'),
    ],
    'authentication.create.revoked.extend': [
      'An extension of a generation returns 401 after the key that made the generation was revoked.',
      'The server checks only that this key made the source video.',
      stillUnauthorized('extend after'),
    ],
  }),
];

function stillUnauthorized(label: string): Expectation {
  return (evidence) => notTakenBack(evidence) ?? unauthorized(evidence, label, 'a create request with a revoked key');
}

/** Sends every request to which the key of a generation gives access. */
async function lookAt(kit: ProbeTools, id: string, when: string): Promise<void> {
  for (const kind of ['get', ...DOWNLOADS] as const) await look(kit, [kind, `${kind} ${when}`], { id, key: 'revoked' });
}

/** Repeats requests with the key until the server rejects all of them, or until the last attempt. */
async function untilRefused(kit: ProbeTools, id: string, isTelling: boolean): Promise<void> {
  const key = 'revoked';
  for (let look = 1; look <= LOOKS; look += 1) {
    const looks = [await kit.create(`waiting: create ${look}`, INVALID, { key })];
    // If the server treats an unknown id alike for all keys, these requests show nothing about the key.
    if (isTelling) looks.push(await kit.get(`waiting: get ${look}`, id, { key }));
    if (isTelling) looks.push(await kit.content(`waiting: part ${look}`, id, { key, headers: [FIRST_PART] }));
    if (looks.every(({ exchange: { response } }) => [401, 403].includes(response?.status ?? 0))) return;
    await kit.pause(look);
  }
}

/** Returns why the key may still be valid, or was never valid. */
function notTakenBack(evidence: Evidence): Outcome | undefined {
  const [before, revoke] = [evidence.maybe('before'), evidence.maybe('revoke')];
  if (revoke !== undefined && revoke.response.status >= 300)
    return untestable(
      missing('triggers.revoke', `The key could not be revoked: ${describe(revoke)} (triggers.revoke).`),
      revoke,
    );
  if (before?.response.status === 401)
    return untestable('The server rejected the key even before it was revoked.', before);
  return undefined;
}

/** Judges requests for an unknown id: the server must treat a revoked key like an unknown key, not like a valid one. */
function stillKnown(evidence: Evidence, operation: 'get' | 'content'): Outcome {
  const [revoked, unknown] = [evidence.one(`${operation} revoked`), evidence.one(`${operation} unknown`)];
  const known = evidence.one(`${operation} known`);
  if (unknown.response.status !== 401)
    return untestable(
      `Inconclusive: for an unknown key and an unknown id, the server returns ${describe(unknown)}, not 401.`,
      unknown,
    );
  const isOpen = revoked.response.status !== 401 && revoked.response.status === known.response.status;
  return isOpen
    ? fail([unknown, known, revoked], '401, as with an unknown key', describe(revoked))
    : pass(revoked, unknown);
}

/** Judges that the revoked key has no access any more. Requests that failed before do not count. */
function shutAfterwards(evidence: Evidence, looks: readonly string[]): Outcome {
  const opened = looks.filter((look) => evidence.one(`${look} before`).response.status < 300);
  if (opened.length === 0)
    return untestable('The key had no access even before it was revoked.', evidence.one(`${looks[0]} before`));
  const answers = opened.map((look) => evidence.one(`${look} after`));
  const open = answers.find((answer) => rejected(answer, '').verdict !== 'pass');
  return open === undefined
    ? pass(...opened.map((look): Answered => evidence.one(`${look} before`)), ...answers)
    : rejected(open, 'a request with a revoked key');
}
