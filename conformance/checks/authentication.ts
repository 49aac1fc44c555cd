/** Authentication on all three endpoints. */

import { STATUSES } from '../../contract/generation.ts';
import { defineCheck, defineProbe, type Check } from '../engine/define.ts';
import { objectOf, type Answered, type Evidence } from '../engine/evidence.ts';
import { fail, pass, untestable, type Outcome } from '../engine/outcome.ts';
import type { HeaderLine } from '../client/exchange.ts';
import { KEY_MARK, MADE_OF_WORDS } from '../client/redactor.ts';
import { TEXT } from './lib/bodies.ts';
import type { Fields } from './lib/answers.ts';
import { BASE } from './lib/clips.ts';
import { DOWNLOAD } from './lib/downloads.ts';
import { NO_KEY, UNAUTHORIZED_CREATE, UNKNOWN, unknownKey } from './lib/lookups.ts';
import { hasStatus, keptFrom, tell, unauthorized } from './lib/rules.ts';

const CONDITION = ['If-None-Match', '*'] as const satisfies HeaderLine;
const PART = ['Range', 'bytes=0-99'] as const satisfies HeaderLine;

const READ = defineProbe({
  id: 'authentication.read',
  sends:
    'Gets and downloads of a completed clip without a key, with one that nobody has, and with nearly the right one.',
  after: ['any-clip', DOWNLOAD],
  run: async (kit) => {
    const { id, key } = kit.generation('any-clip');
    await kit.get('get missing', id, NO_KEY);
    await kit.get('get invalid', id, unknownKey(kit));
    await kit.content('content missing', id, NO_KEY);
    await kit.content('content invalid', id, unknownKey(kit));
    await kit.content('part missing', id, { ...NO_KEY, headers: [PART] });
    await kit.content('part invalid', id, { key: undefined, headers: [...(unknownKey(kit).headers ?? []), PART] });
    await kit.content('condition missing', id, { ...NO_KEY, headers: [CONDITION] });
    await kit.content('condition invalid', id, {
      key: undefined,
      headers: [...(unknownKey(kit).headers ?? []), CONDITION],
    });
    await kit.get('get longer', id, { key, spell: (value) => `Bearer ${value}x` });
    await kit.get('get shorter', id, { key, spell: (value) => `Bearer ${value.slice(0, -1)}` });
    await kit.content('content longer', id, { key, spell: (value) => `Bearer ${value}x` });
    return undefined;
  },
});

const REVOKED = defineProbe({
  id: 'authentication.revoked',
  sends:
    'A create, and a get and a download of an unknown id, with a key that was taken back, or is then taken back; with the primary key, a create that is not valid; the same looks with that key, and with one that nobody has.',
  keys: ['revoked'],
  run: async (kit) => {
    const path = kit.profile.triggers.revoke;
    if (path !== undefined) {
      await kit.create('before', { ...TEXT, prompt: '' }, { key: 'revoked' });
      const headers: [string, string][] = [['Content-Type', 'application/json']];
      const { exchange } = await kit.send('revoke', { method: 'POST', path, headers, body: '{}', beyond: true });
      // The key still works: a valid create would be paid for.
      if ((exchange.response?.status ?? 500) >= 300) return undefined;
    }
    await kit.create('create revoked', TEXT, { key: 'revoked' });
    await kit.create('create known', { ...TEXT, prompt: '' });
    for (const [name, options] of [
      ['revoked', { key: 'revoked' }],
      ['unknown', unknownKey(kit)],
      ['known', {}],
    ] as const) {
      await kit.get(`get ${name}`, kit.unknownId, options);
      await kit.content(`content ${name}`, kit.unknownId, options);
    }
    return undefined;
  },
});

export const AUTHENTICATION_CHECKS: readonly Check[] = [
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
    from: [UNAUTHORIZED_CREATE],
    judge: (evidence) => unauthorized(evidence, 'create missing', 'a create without a key'),
  }),
  defineCheck({
    id: 'authentication.create.invalid',
    requirement: 'authentication.create.invalid',
    proves: 'A create with a key that nobody has answers 401.',
    failing: 'It answers 403, or takes any key.',
    from: [UNAUTHORIZED_CREATE],
    judge: (evidence) => unauthorized(evidence, 'create invalid', 'a create with an unknown key'),
  }),
  defineCheck({
    id: 'authentication.create.revoked',
    requirement: 'authentication.create.invalid',
    proves: 'A create with a key that is no longer valid answers 401.',
    failing: 'A cache still knows the key.',
    from: [REVOKED],
    judge: (evidence) =>
      notTakenBack(evidence) ?? unauthorized(evidence, 'create revoked', 'a create with a revoked key'),
  }),
  ...(['get', 'content'] as const).map((operation) =>
    defineCheck({
      id: `authentication.${operation}.revoked`,
      requirement: `authentication.${operation}.invalid`,
      proves: `At ${operation}, a key that is no longer valid opens no more than one that nobody has: where that one gets 401, so does this one.`,
      failing: 'It looks up at creates alone whether a key was taken back.',
      from: [REVOKED],
      judge: (evidence) => stillKnown(evidence, operation),
    }),
  ),
  ...(['get', 'content'] as const).flatMap((operation) =>
    (['missing', 'invalid'] as const).map((kind) =>
      defineCheck({
        id: `authentication.${operation}.${kind}`,
        requirement: `authentication.${operation}.${kind}`,
        proves: `A ${operation} ${kind === 'missing' ? 'without a key' : 'with an unknown key'} is refused.`,
        failing: 'Whoever knows the id gets what is behind it.',
        from: [READ],
        judge: (evidence) => keptFrom(evidence, `${operation} ${kind}`, `a ${operation} with a ${kind} key`),
      }),
    ),
  ),
  ...(['part', 'condition'] as const).flatMap((what) =>
    (['missing', 'invalid'] as const).map((kind) =>
      defineCheck({
        id: `authentication.content.${kind}.${what}`,
        requirement: `authentication.content.${kind}`,
        proves: `${what === 'part' ? 'A part of a clip, too,' : 'A download under a condition (`If-None-Match`)'} is refused ${kind === 'missing' ? 'without a key' : 'with an unknown key'}.`,
        failing: `Requests with ${what === 'part' ? 'Range' : 'a condition'} go past the check of the key.`,
        from: [READ],
        judge: (evidence) => keptFrom(evidence, `${what} ${kind}`, `a ${what} with a ${kind} key`),
      }),
    ),
  ),
  ...(['get longer', 'get shorter', 'content longer'] as const).map((label) =>
    defineCheck({
      id: `authentication.near-key.${label.replace(' ', '-')}`,
      requirement: label.startsWith('get') ? 'authentication.get.invalid' : 'authentication.content.invalid',
      proves: `A key that is one character ${label.endsWith('longer') ? 'longer' : 'shorter'} does not open the generation (${label.split(' ')[0]}).`,
      failing: 'It compares the beginning of keys.',
      from: [READ],
      judge: (evidence) => keptFrom(evidence, label, 'nearly the right key'),
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
  defineCheck({
    id: 'authentication.key.shown-once',
    requirement: 'authentication.key.shown-once',
    proves: 'No answer repeats a key, in its body or in a header.',
    failing: 'A message says which key was wrong.',
    from: [UNKNOWN, UNAUTHORIZED_CREATE],
    passive: true,
    judge: ({ every }) => {
      const shown = every.map((answer) => ({ answer, marks: marksIn(answer) })).filter(({ marks }) => marks.length > 0);
      // What is made of words, and is said to whoever sent another key, is no echo of a key.
      const common = new Set(shown.flatMap(({ answer, marks }) => marks.filter((mark) => !wasSent(mark, answer))));
      const isEcho = (mark: string): boolean => !mark.endsWith(MADE_OF_WORDS) || !common.has(mark);
      const leak = shown.find(({ marks }) => marks.some(isEcho));
      if (every.length === 0) return untestable('No answer came.');
      return leak === undefined
        ? pass(...every.slice(-3))
        : fail(leak.answer, 'no key in any answer', leak.marks.find(isEcho) ?? '');
    },
  }),
  defineCheck({
    id: 'state.refused-create.without-key',
    requirement: 'state.refused-create',
    proves: 'A create that is refused for its key makes no generation.',
    failing: 'It answers 401 with a record.',
    from: [UNAUTHORIZED_CREATE],
    judge: (evidence) => {
      const answers = [evidence.one('create missing'), evidence.one('create invalid')];
      // An error may have an id, a status and a cost of its own, under any of these names.
      const isRecord = ({ id, object, status }: Fields): boolean =>
        typeof id === 'string' && object === 'video.generation' && STATUSES.some((known) => known === status);
      const made = answers.find((answer) => isRecord(objectOf(answer)));
      return made === undefined ? pass(...answers) : fail(made, 'no record', tell(made));
    },
  }),
];

/** Why the key may still be good, or never was. */
function notTakenBack(evidence: Evidence): Outcome | undefined {
  const [before, revoke] = [evidence.maybe('before'), evidence.maybe('revoke')];
  if (revoke !== undefined && revoke.response.status >= 300)
    return untestable(`The key could not be taken back: ${tell(revoke)} (triggers.revoke).`, revoke);
  if (before?.response.status === 401) return untestable('The key was refused before it was taken back.', before);
  return undefined;
}

/**
 * There is no generation to look at: the key that was taken back is answered like one that nobody has, and not like a
 * good one.
 */
function stillKnown(evidence: Evidence, operation: 'get' | 'content'): Outcome {
  const before = notTakenBack(evidence);
  if (before !== undefined) return before;
  const [revoked, unknown, known] = ['revoked', 'unknown', 'known'].map((name) => evidence.one(`${operation} ${name}`));
  if (revoked === undefined || unknown === undefined || known === undefined) return untestable('No answer came.');
  if (unknown.response.status !== 401)
    return untestable(
      `An unknown key is answered ${tell(unknown)} for an id that is not there: that says nothing.`,
      unknown,
    );
  const isOpen = revoked.response.status !== 401 && revoked.response.status === known.response.status;
  return isOpen
    ? fail([unknown, known, revoked], '401, as with a key that nobody has', tell(revoked))
    : pass(revoked, unknown);
}

function marksIn({ response }: Answered): string[] {
  const text = `${response.body.text ?? ''}\n${response.headers.map((line) => line.join(': ')).join('\n')}`;
  return text.match(KEY_MARK) ?? [];
}

function wasSent(mark: string, { request }: Answered): boolean {
  const name = mark.replace(MADE_OF_WORDS, '');
  return request.url.includes(name) || request.headers.some(([, value]) => value.includes(name));
}

function bearer(answers: readonly (Answered | undefined)[]): Outcome {
  const seen = answers.flatMap((answer) => answer ?? []);
  const refused = seen.find(({ response }) => response.status === 401 || response.status === 403);
  return refused === undefined ? pass(...seen) : fail(refused, 'the key to be taken', tell(refused));
}
