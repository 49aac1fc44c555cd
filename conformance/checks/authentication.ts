/** Authentication on all three endpoints. */

import { defineCheck, defineObservation, defineProbe, type Check } from '../engine/define.ts';
import { objectOf, type Answered } from '../engine/evidence.ts';
import { fail, observed, pass, untestable, type Outcome } from '../engine/outcome.ts';
import { KEY_MARK } from '../target/redactor.ts';
import { TEXT } from './lib/bodies.ts';
import { everyAnswer } from './lib/any-answer.ts';
import { BASE } from './lib/clips.ts';
import { DOWNLOAD } from './lib/downloads.ts';
import { UNKNOWN } from './lib/lookups.ts';
import { hasStatus, statusAndCode, tell, turnedAway } from './lib/rules.ts';

const NONE = { key: undefined } as const;
const wrong = (kit: { readonly runId: string }) => ({
  key: undefined,
  headers: [['Authorization', `Bearer no-such-key-${kit.runId}`] as [string, string]],
});

const CREATE = defineProbe({
  id: 'authentication.create',
  sends: 'Valid creates without a key and with one that nobody has.',
  run: async (kit) => {
    await kit.create('create missing', TEXT, NONE);
    await kit.create('create invalid', TEXT, wrong(kit));
    await kit.create('create invalid body', { ...TEXT, prompt: '' }, wrong(kit));
    await kit.get('get unknown invalid', kit.unknownId, wrong(kit));
    return undefined;
  },
});

const READ = defineProbe({
  id: 'authentication.read',
  sends:
    'Gets and downloads of a completed clip without a key, with one that nobody has, and with nearly the right one.',
  after: ['any-clip', DOWNLOAD],
  run: async (kit) => {
    const { id, key } = kit.clip('any-clip');
    await kit.get('get missing', id, NONE);
    await kit.get('get invalid', id, wrong(kit));
    await kit.content('content missing', id, NONE);
    await kit.content('content invalid', id, wrong(kit));
    await kit.content('part missing', id, { ...NONE, headers: [['Range', 'bytes=0-99']] });
    await kit.get('get longer', id, { key, spell: (value) => `Bearer ${value}x` });
    await kit.get('get shorter', id, { key, spell: (value) => `Bearer ${value.slice(0, -1)}` });
    await kit.content('content longer', id, { key, spell: (value) => `Bearer ${value}x` });
    return undefined;
  },
});

const REVOKED = defineProbe({
  id: 'authentication.revoked',
  sends: 'A valid create with a key that was taken back.',
  keys: ['revoked'],
  run: async (kit) => {
    await kit.create('create revoked', TEXT, { key: 'revoked' });
    return undefined;
  },
});

const ODD = defineProbe({
  id: 'authentication.odd',
  sends: 'Gets of an unknown id with the key in other places and spellings.',
  run: async (kit) => {
    const id = kit.unknownId;
    const spelt = async (label: string, spell: (key: string) => string): Promise<unknown> =>
      kit.get(label, id, { key: 'primary', spell });
    await spelt('lower case', (key) => `bearer ${key}`);
    await spelt('upper case', (key) => `BEARER ${key}`);
    await spelt('two spaces', (key) => `Bearer  ${key}`);
    await spelt('basic', (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`);
    await spelt('no scheme', (key) => key);
    await spelt('no token', () => 'Bearer');
    await spelt('long token', () => `Bearer ${'x'.repeat(6000)}`);
    await spelt('odd characters', () => 'Bearer {"key":1}');
    await kit.send('x-api-key', {
      method: 'GET',
      path: `/v1/videos/${id}`,
      key: 'primary',
      spell: () => '',
      headers: [['X-Api-Key', 'Bearer']],
    });
    return undefined;
  },
});

const PROMISED: readonly Check[] = [
  defineCheck({
    id: 'authentication.bearer',
    requirement: 'authentication.bearer',
    proves: 'The key opens create, get and content.',
    failing: 'One endpoint wants the key elsewhere.',
    from: [BASE, DOWNLOAD],
    judge: (evidence) => bearer([evidence.maybe('create'), evidence.maybe('poll 1'), evidence.one('whole')]),
  }),
  defineCheck({
    id: 'record.output.same-key',
    requirement: 'record.output.same-key',
    proves: 'The key that made the clip downloads it from `output.url`, under the base URL.',
    failing: 'The download wants a signature or a session.',
    from: [DOWNLOAD],
    judge: (evidence) => hasStatus(evidence.one('whole'), 200, 'a download with the key that made the clip'),
  }),
  defineCheck({
    id: 'authentication.create.missing',
    requirement: 'authentication.create.missing',
    proves: 'A create without a key answers 401.',
    failing: 'It answers 400, 403, or works.',
    from: [CREATE],
    judge: (evidence) => hasStatus(evidence.one('create missing'), 401, 'a create without a key'),
  }),
  defineCheck({
    id: 'authentication.create.invalid',
    requirement: 'authentication.create.invalid',
    proves: 'A create with a key that nobody has answers 401.',
    failing: 'It answers 403, or takes any key.',
    from: [CREATE],
    judge: (evidence) => hasStatus(evidence.one('create invalid'), 401, 'a create with an unknown key'),
  }),
  defineCheck({
    id: 'authentication.create.revoked',
    requirement: 'authentication.create.invalid',
    proves: 'A create with a key that is no longer valid answers 401.',
    failing: 'A cache still knows the key.',
    from: [REVOKED],
    judge: (evidence) => hasStatus(evidence.one('create revoked'), 401, 'a create with a revoked key'),
  }),
  ...(['get', 'content'] as const).flatMap((operation) =>
    (['missing', 'invalid'] as const).map((kind) =>
      defineCheck({
        id: `authentication.${operation}.${kind}`,
        requirement: `authentication.${operation}.${kind}`,
        proves: `A ${operation} ${kind === 'missing' ? 'without a key' : 'with an unknown key'} is refused.`,
        failing: 'Whoever knows the id gets what is behind it.',
        from: [READ],
        judge: (evidence) => turnedAway(evidence.one(`${operation} ${kind}`), `a ${operation} with a ${kind} key`),
      }),
    ),
  ),
  defineCheck({
    id: 'authentication.content.missing.part',
    requirement: 'authentication.content.missing',
    proves: 'A part of a clip, too, is refused without a key.',
    failing: 'Range requests go past the check of the key.',
    from: [READ],
    judge: (evidence) => turnedAway(evidence.one('part missing'), 'a part without a key'),
  }),
  ...(['get longer', 'get shorter', 'content longer'] as const).map((label) =>
    defineCheck({
      id: `authentication.near-key.${label.replace(' ', '-')}`,
      requirement: label.startsWith('get') ? 'authentication.get.invalid' : 'authentication.content.invalid',
      proves: `A key that is one character ${label.endsWith('longer') ? 'longer' : 'shorter'} does not open the generation (${label.split(' ')[0]}).`,
      failing: 'It compares the beginning of keys.',
      from: [READ],
      judge: (evidence) => turnedAway(evidence.one(label), 'nearly the right key'),
    }),
  ),
  defineCheck({
    id: 'authentication.read-status',
    requirement: 'authentication.read-status',
    level: 'should',
    proves: 'Get and content, too, answer 401 to a missing or unknown key.',
    failing: 'They answer 403 or 404.',
    from: [READ],
    judge: (evidence) => {
      const answers = ['get missing', 'get invalid', 'content missing', 'content invalid'].map((label) =>
        evidence.one(label),
      );
      const other = answers.find(({ response }) => response.status !== 401);
      return other === undefined ? pass(...answers) : fail(other, '401', tell(other));
    },
  }),
  everyAnswer(
    {
      id: 'authentication.key.shown-once',
      requirement: 'authentication.key.shown-once',
      proves: 'No answer repeats a key, in its body or in a header.',
      failing: 'A message says which key was wrong.',
      from: [UNKNOWN],
    },
    () => true,
    ({ response }) => {
      const text = `${response.body.text ?? ''}\n${response.headers.map((line) => line.join(': ')).join('\n')}`;
      const mark = KEY_MARK.exec(text)?.[0];
      return mark === undefined ? undefined : { expected: 'no key in any answer', got: mark };
    },
  ),
  defineCheck({
    id: 'state.refused-create.without-key',
    requirement: 'state.refused-create',
    proves: 'A create that is refused for its key makes no generation.',
    failing: 'It answers 401 with a record.',
    from: [CREATE],
    judge: (evidence) => {
      const answers = [evidence.one('create missing'), evidence.one('create invalid')];
      const made = answers.find((answer) => 'cost_usd' in objectOf(answer) || 'id' in objectOf(answer));
      return made === undefined ? pass(...answers) : fail(made, 'no record', tell(made));
    },
  }),
];

const HTTP: readonly Check[] = [
  scheme('lower case', '`bearer`'),
  scheme('upper case', '`BEARER`'),
  { ...scheme('two spaces', 'two spaces behind the scheme'), level: 'should' },
  everyAnswer(
    {
      id: 'http.challenge',
      requirement: 'authentication.challenge',
      authority: 'http',
      proves: 'Every 401 has `WWW-Authenticate` (RFC 9110, 15.5.2).',
      failing: 'It leaves the challenge out.',
      from: [CREATE],
    },
    ({ response }) => response.status === 401,
    ({ response }) =>
      response.headers.some(([name]) => name.toLowerCase() === 'www-authenticate')
        ? undefined
        : { expected: 'a WWW-Authenticate header', got: 'none' },
  ),
];

const OPEN: readonly Check[] = [
  ...['basic', 'no scheme', 'no token', 'long token', 'odd characters', 'x-api-key'].map((label) =>
    defineObservation({
      id: `authentication.other-places.${label.replace(' ', '-')}`,
      requirement: 'authentication.other-places',
      proves: `How a get of an unknown id is answered whose key comes so: ${label}.`,
      from: [ODD],
      judge: (evidence) => statusAndCode(evidence.one(label)),
    }),
  ),
  defineObservation({
    id: 'authentication.challenge.missing',
    requirement: 'authentication.challenge',
    proves: 'The challenge to a create without a key.',
    from: [CREATE],
    judge: (evidence) => challenge(evidence.one('create missing')),
  }),
  defineObservation({
    id: 'authentication.challenge.invalid',
    requirement: 'authentication.challenge',
    proves: 'The challenge to a create with an unknown key.',
    from: [CREATE],
    judge: (evidence) => challenge(evidence.one('create invalid')),
  }),
  defineObservation({
    id: 'error-code.missing-key',
    requirement: 'errors.codes',
    proves: 'Status and code for a create without a key.',
    from: [CREATE],
    judge: (evidence) => statusAndCode(evidence.one('create missing')),
  }),
  defineObservation({
    id: 'error-code.invalid-key',
    requirement: 'errors.codes',
    proves: 'Status and code for a create with an unknown key.',
    from: [CREATE],
    judge: (evidence) => statusAndCode(evidence.one('create invalid')),
  }),
  defineObservation({
    id: 'errors.precedence.key-and-body',
    requirement: 'errors.precedence',
    proves: 'What an unknown key with an invalid body is answered with.',
    from: [CREATE],
    judge: (evidence) => statusAndCode(evidence.one('create invalid body')),
  }),
  defineObservation({
    id: 'errors.precedence.key-and-id',
    requirement: 'errors.precedence',
    proves: 'What an unknown key with an unknown id is answered with.',
    from: [CREATE],
    judge: (evidence) => statusAndCode(evidence.one('get unknown invalid')),
  }),
];

export const AUTHENTICATION_CHECKS: readonly Check[] = [...PROMISED, ...HTTP, ...OPEN];

function bearer(answers: readonly (Answered | undefined)[]): Outcome {
  const seen = answers.flatMap((answer) => answer ?? []);
  const refused = seen.find(({ response }) => response.status === 401 || response.status === 403);
  return refused === undefined ? pass(...seen) : fail(refused, 'the key to be taken', tell(refused));
}

/** An unknown id has to be answered as with `Bearer`: RFC 9110, 11.1. */
function scheme(label: string, what: string): Check {
  return defineCheck({
    id: `http.scheme.${label.replace(' ', '-')}`,
    requirement: 'authentication.bearer',
    authority: 'http',
    proves: `The key is taken with ${what} (RFC 9110, 11.1 and 11.4).`,
    failing: 'It compares the scheme letter by letter and answers 401.',
    from: [ODD, UNKNOWN],
    judge: (evidence) => {
      const [usual, odd] = [evidence.one('unknown get'), evidence.one(label)];
      if (usual.response.status === 401) return untestable('The key is refused with `Bearer` too.', usual);
      return odd.response.status === usual.response.status
        ? pass(usual, odd)
        : fail([usual, odd], `${usual.response.status}, as with \`Bearer\``, tell(odd));
    },
  });
}

function challenge(answer: Answered): Outcome {
  const value = answer.response.headers.find(([name]) => name.toLowerCase() === 'www-authenticate')?.[1];
  return observed(value ?? 'none', answer);
}
