/** Endpoints: create: Idempotency-Keys that a server may confuse, and rejected creates with an Idempotency-Key. */

import { LIMITS } from '../../../contract/limits.ts';
import type { HeaderLine } from '../../client/exchange.ts';
import { defineProbe, type Check } from '../../engine/define.ts';
import { objectOf, type Answered, type Evidence } from '../../engine/evidence.ts';
import { fail, observed, pass, Unjudged, untestable } from '../../engine/outcome.ts';
import { acceptedId } from '../../engine/probe-tools.ts';
import { sourceBody, TEXT } from '../lib/bodies.ts';
import { cases, observations } from '../lib/cases.ts';
import { SECONDS } from '../lib/clips.ts';
import { FAILING, failingBodies, failingKey, SPENDING } from '../lib/failing.ts';
import { describe, isRefusal, statusAndCode } from '../lib/rules.ts';

const FULL_WIDTH = 0xff10;

/** Returns a text as a header needs it: one character for each byte of its UTF-8 form. */
const inUtf8 = (text: string): string => Buffer.from(text).toString('latin1');

/** The changes of a key of digits, `e` and 2. This key is a number, which has several spellings. */
const TWINS: Readonly<Record<string, (key: string) => string>> = {
  'a leading zero': (key) => `0${key}`,
  'the number written without an exponent': (key) => `${key.slice(0, -2)}00`,
  'a decimal point in it': (key) => key.replace('e', '.0e'),
  'a leading plus sign': (key) => `+${key}`,
  'a comma and a digit added': (key) => `${key},1`,
  'a space and a digit added': (key) => `${key} 1`,
  'a colon and a digit added': (key) => `${key}:1`,
  'a slash and a digit added': (key) => `${key}/1`,
  'a dash in it': (key) => key.replace('e', '-e'),
  'a space in it': (key) => key.replace('e', ' e'),
  'its first character escaped': (key) => `%${key.charCodeAt(0).toString(16)}${key.slice(1)}`,
  'its last character cut off': (key) => key.slice(0, -1),
  'a letter added': (key) => `${key}x`,
  'a semicolon and a parameter added': (key) => `${key};a=1`,
  'an accented letter added': (key) => `${key}${inUtf8('\u00e9')}`,
  'its first digit as a full-width Unicode digit': (key) =>
    inUtf8(String.fromCodePoint(FULL_WIDTH + Number(key[0]))) + key.slice(1),
};
const CAPITAL = 'in uppercase';

const TWIN_KEYS = defineProbe({
  id: 'idempotency.twins',
  mayBeCharged: true,
  sends: `The kit repeats the create request of the failing generation with the same Idempotency-Key. The API key had credits for one generation, and they are spent. If the server replays the response, the kit sends the same create request with nearly equal Idempotency-Keys: ${Object.keys(TWINS).join(', ')}, ${CAPITAL}.`,
  keys: ['once'],
  after: [FAILING, SPENDING],
  run: async (kit) => {
    if (kit.generation(FAILING).key !== 'once') return undefined;
    const spent = await kit.create('spent', TEXT, { key: 'once' });
    if (spent.exchange.response?.status !== 402) return undefined;
    const send = async (label: string, body: object, key: string): Promise<string | undefined> => {
      const headers: HeaderLine[] = [['Idempotency-Key', key]];
      return acceptedId((await kit.create(label, body, { key: 'once', headers })).exchange);
    };
    for (const [at, body] of failingBodies(kit.profile).entries()) {
      const own = failingKey(kit.runId, at);
      if ((await send('same', body, own)) !== kit.generation(FAILING).id) continue;
      for (const [label, write] of Object.entries({ ...TWINS, [CAPITAL]: (key: string) => key.toUpperCase() }))
        await send(label, body, write(own));
      return undefined;
    }
    return undefined;
  },
});

export const IDEMPOTENCY_TWIN_CHECKS: readonly Check[] = [
  ...cases([FAILING, TWIN_KEYS], {
    'idempotency.keys-apart.twins': [
      `If the Idempotency-Keys of two create requests are nearly equal, the second create request does not return the generation of the first. The Idempotency-Keys differ in one of these ways: ${Object.keys(TWINS).join(', ')}.`,
      'The server changes Idempotency-Keys before it compares them. For example, the server reads them as numbers or lists, decodes them, or drops some characters.',
      (evidence) => {
        const same = sameKey(evidence);
        const answers = Object.keys(TWINS).map((label) => evidence.one(label));
        const replayed = answers.find((answer) => idIn(answer) === idIn(same));
        return replayed === undefined
          ? pass(same, ...answers.slice(0, 2))
          : fail(
              [same, replayed],
              'no generation that another Idempotency-Key made',
              `its generation, for "${replayed.label}"`,
            );
      },
      { requirement: 'service.one-clip', defect: 'idempotency' },
    ],
  }),
  ...observations([FAILING, TWIN_KEYS], {
    'idempotency.keys-apart.case': [
      'Whether the server distinguishes Idempotency-Keys that differ only in upper and lower case.',
      (evidence) => {
        const [same, capital] = [sameKey(evidence), evidence.one(CAPITAL)];
        if (idIn(capital) === idIn(same)) return observed('the same key', same, capital);
        return capital.response.status === 402
          ? observed('another key', same, capital)
          : observed(statusAndCode(capital).value ?? '', capital);
      },
      { requirement: 'idempotency.form' },
    ],
  }),
];

/** Returns the replay with the same key. Ends the check without a replay, because other keys then prove nothing. */
function sameKey(evidence: Evidence): Answered {
  const [spent, same] = [evidence.one('spent'), evidence.maybe('same')];
  if (same === undefined)
    throw new Unjudged(untestable('The key for one generation (keys.once) still has credits.', spent));
  if (idIn(same) === undefined || idIn(same) !== idIn(evidence.one('create')))
    throw new Unjudged(untestable('The server did not replay the create request with the same Idempotency-Key.', same));
  return same;
}

function idIn(answer: Answered): unknown {
  return answer.response.status < 300 ? objectOf(answer)['id'] : undefined;
}

const REFUSED = ['unknown source', 'too long'] as const;

const KEYED_REFUSALS = defineProbe({
  id: 'idempotency.refused',
  mayBeCharged: true,
  sends:
    'Two invalid create requests: an extension of an unknown source video, and a text create request with too many seconds. Each create request has its own Idempotency-Key and is sent twice.',
  riskedCreates: () => [
    { resolution: '480p', output: SECONDS, source: 0 },
    { resolution: '480p', output: LIMITS.durationSeconds.max + 1, source: 0 },
  ],
  run: async (kit) => {
    const bodies = {
      'unknown source': sourceBody('extend', [kit.unknownId]),
      'too long': { ...TEXT, duration_seconds: LIMITS.durationSeconds.max + 1 },
    };
    for (const [at, label] of REFUSED.entries()) {
      const headers: HeaderLine[] = [['Idempotency-Key', `standin-${kit.runId}-refused-${at}`]];
      await kit.create(label, bodies[label], { headers });
      await kit.create(`${label} again`, bodies[label], { headers });
    }
  },
});

export const IDEMPOTENCY_REFUSED_CHECKS: readonly Check[] = [
  ...cases([KEYED_REFUSALS], {
    'create.refusal.keyed': [
      'If a create request was rejected, the same create request with the same Idempotency-Key is rejected again.',
      'The server stores the Idempotency-Key of a rejected create request. So the server accepts the second create request as a replay.',
      (evidence) => {
        const pairs = REFUSED.map((label) => [evidence.one(label), evidence.one(`${label} again`)] as const);
        const unrefused = pairs.find(([first]) => !isRefusal(first));
        if (unrefused !== undefined)
          return untestable(`The first create request was not rejected: ${describe(unrefused[0])}.`, unrefused[0]);
        const taken = pairs.find(([, { response }]) => response.status < 400 || response.status > 499);
        return taken === undefined
          ? pass(...pairs.flat())
          : fail(taken, 'the same rejection again', describe(taken[1]));
      },
      { requirement: 'errors.invalid-request', defect: 'idempotency' },
    ],
  }),
];
