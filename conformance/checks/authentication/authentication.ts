/** Authentication on all three endpoints. */

import { STATUSES } from '../../../contract/generation.ts';
import { defineProbe, type Check } from '../../engine/define.ts';
import { objectOf, type Answered, type Evidence } from '../../engine/evidence.ts';
import { fail, notApplicable, pass, untestable, type Outcome, missing } from '../../engine/outcome.ts';
import type { HeaderLine } from '../../client/exchange.ts';
import { KEY_MARK, MADE_OF_WORDS } from '../../client/redactor.ts';
import type { Fields } from '../lib/answers.ts';
import { cases, each, is } from '../lib/cases.ts';
import { DOWNLOAD, look, validatorsOf, ofDownload } from '../lib/downloads.ts';
import { BASE } from '../lib/clips.ts';
import { BY_WHOM, NO_KEY, UNAUTHORIZED_CREATE, UNKNOWN, unknownKey } from '../lib/lookups.ts';
import { describe, hasStatus, hiddenFrom, noneOf, unauthorized } from '../lib/rules.ts';

const READ = defineProbe({
  id: 'authentication.read',
  sends:
    'The kit sends get requests and downloads for a completed clip: without a key, with an unknown key, and with a nearly correct key. Then the kit sends download requests with the ETag and the date of the clip as conditions. These download requests use the same keys, and the key of another account.',
  ...ofDownload(async (kit, { id, key }) => {
    for (const kind of ['get', 'content', 'part', 'condition'] as const) {
      await look(kit, [kind, `${kind} missing`], { id, ...NO_KEY });
      await look(kit, [kind, `${kind} invalid`], { id, ...unknownKey(kit) });
    }
    const { tag, date } = validatorsOf(await look(kit, ['part', 'validators'], { id, key }));
    const conditions: Readonly<Record<string, HeaderLine>> = {
      ...(tag !== undefined && { 'own tag': ['If-None-Match', tag] }),
      ...(date !== undefined && { 'own date': ['If-Modified-Since', date] }),
      'other tag': ['If-Match', '"no-such-tag"'],
    };
    for (const [name, condition] of Object.entries(conditions)) {
      await kit.content(`${name} missing`, id, { ...NO_KEY, headers: [condition] });
      await kit.content(`${name} invalid`, id, unknownKey(kit, condition));
      if (kit.hasKey('other')) await kit.content(`${name} foreign`, id, { key: 'other', headers: [condition] });
    }
    await kit.get('get longer', id, { key, spell: (value) => `Bearer ${value}x` });
    await kit.get('get shorter', id, { key, spell: (value) => `Bearer ${value.slice(0, -1)}` });
    await kit.content('content longer', id, { key, spell: (value) => `Bearer ${value}x` });
  }),
});

const OPEN_TO_ALL = 'The server sends the content to every client that knows the id.';

/** The requests that are sent with a missing and with an unknown key, and a server that accepts them. */
const REQUESTS: Readonly<Record<string, readonly [what: string, failing: string]>> = {
  get: ['get request', OPEN_TO_ALL],
  content: ['download', OPEN_TO_ALL],
  part: ['range request', 'Requests with Range bypass the check of the key.'],
  condition: ['conditional download (`If-None-Match`)', 'Requests with a condition bypass the check of the key.'],
};

/** Judges conditions with a wrong key. A 304 would show that the clip exists, and would contain its headers. */
function hidden(evidence: Evidence, kind: keyof typeof BY_WHOM): Outcome {
  const sent = ['own tag', 'own date', 'other tag'].filter((name) => evidence.maybe(`${name} ${kind}`) !== undefined);
  if (sent.length === 0)
    return untestable(missing('--key-other', 'The profile has no key of another account (--key-other).'));
  const [shown, answers] = [evidence.one('validators'), sent.map((name) => evidence.one(`${name} ${kind}`))];
  if (sent.length === 1) return notApplicable('The response with the clip has no ETag and no Last-Modified.', shown);
  const wrong = answers.find(({ response: { status } }) => status < 400 || status > 499);
  if (wrong !== undefined) return fail([shown, wrong], `a rejection (400 to 499) ${BY_WHOM[kind]}`, describe(wrong));
  return shown.response.status < 300
    ? pass(shown, ...answers)
    : untestable('Even the correct key does not give access to the clip.', shown);
}

export const AUTHENTICATION_CHECKS: readonly Check[] = [
  ...cases([BASE, DOWNLOAD], {
    'authentication.bearer': [
      'The same key gives access to all three operations: create, get and content.',
      'One endpoint expects the key in another header or in the query.',
      ({ maybe, one }) => {
        const answers = [...['create', 'poll 1'].flatMap((label) => maybe(label) ?? []), one('whole')];
        return noneOf(answers.filter(is(401, 403)), answers, ['a response that accepts the key']);
      },
    ],
    'record.output.same-key': [
      'A download from `output.url` works with the key that made the clip. The URL is resolved against the base URL.',
      'The server requires a signature or a session for downloads.',
      (evidence) => hasStatus(evidence.one('whole'), 200, 'a download with the key that made the clip'),
      { from: [DOWNLOAD] },
    ],
  }),
  ...cases([UNAUTHORIZED_CREATE], {
    'authentication.create.missing': [
      'A create request without a key returns 401.',
      'The server returns 400 or 403, or accepts the create request.',
      (evidence) => unauthorized(evidence, 'create missing', 'a create request without a key'),
    ],
    'authentication.create.invalid': [
      'A create request with an unknown key returns 401.',
      'The server returns 403, or accepts any key.',
      (evidence) => unauthorized(evidence, 'create invalid', 'a create request with an unknown key'),
    ],
  }),
  ...cases(
    [READ],
    Object.entries(REQUESTS).flatMap(([request, [what, failing]]) =>
      (['missing', 'invalid'] as const).map((kind) => [
        /get|content/.test(request) ? `authentication.${request}.${kind}` : `authentication.content.${kind}.${request}`,
        `A ${what} ${BY_WHOM[kind]} is rejected.`,
        failing,
        (evidence) => hiddenFrom(evidence, `${request} ${kind}`, `a ${what} ${BY_WHOM[kind]}`),
      ]),
    ),
  ),
  ...cases(
    [READ],
    (['missing', 'invalid', 'foreign'] as const).map((kind) => [
      `${kind === 'foreign' ? 'content.foreign' : `authentication.content.${kind}`}.own-tag`,
      `A download with a condition, such as If-None-Match, is rejected ${BY_WHOM[kind]}. The server does not return 304, whether the condition is true or false.`,
      'The server compares ETags and dates before it checks the key.',
      (evidence) => hidden(evidence, kind),
    ]),
  ),
  ...cases(
    [READ],
    (['get longer', 'get shorter', 'content longer'] as const).map((label) => [
      `authentication.near-key.${label.replace(' ', '-')}`,
      `The key with one character ${label.endsWith('longer') ? 'added' : 'removed'} does not give access to the generation (${label.split(' ')[0]}).`,
      'The server compares only the first characters of keys.',
      (evidence) => hiddenFrom(evidence, label, 'a nearly correct key'),
      { requirement: `authentication.${label.startsWith('get') ? 'get' : 'content'}.invalid` },
    ]),
  ),
  ...cases([READ], {
    'authentication.read-status': [
      'Get requests and downloads also return 401 if the key is missing or unknown.',
      'The server returns 403 or 404 for these requests.',
      each(['get missing', 'get invalid', 'content missing', 'content invalid'], is(401), ['401']),
      { level: 'should' },
    ],
    'authentication.key.shown-once': [
      'No response repeats a key in its body or in a header.',
      'The server repeats the wrong key in its error message.',
      ({ every }) => {
        const shown = every.flatMap((answer) => marksIn(answer).map((mark) => ({ answer, mark })));
        // A key made of words may match a text by chance. A match that other clients receive, too, is not an echo.
        const common = new Set(shown.flatMap(({ answer, mark }) => (wasSent(mark, answer) ? [] : mark)));
        const leak = shown.find(({ mark }) => !mark.endsWith(MADE_OF_WORDS) || !common.has(mark));
        if (every.length === 0) return untestable('The server did not respond to the requests of this check.');
        return leak === undefined ? pass(...every.slice(-3)) : fail(leak.answer, 'no key in any response', leak.mark);
      },
      { from: [UNKNOWN, UNAUTHORIZED_CREATE], passive: true },
    ],
    'state.refused-create.without-key': [
      'If a create request is rejected because of its key, the server makes no generation.',
      'The server returns 401, but the response body is the record of a new generation.',
      each(['create missing', 'create invalid'], (answer) => !isRecord(objectOf(answer)), ['no record']),
      { from: [UNAUTHORIZED_CREATE] },
    ],
  }),
];

/** Returns whether fields are a record. An error may have its own id, status and cost under these names. */
function isRecord({ id, object, status }: Fields): boolean {
  return typeof id === 'string' && object === 'video.generation' && STATUSES.some((known) => known === status);
}

function marksIn({ response }: Answered): string[] {
  const text = `${response.body.text ?? ''}\n${response.headers.map((line) => line.join(': ')).join('\n')}`;
  return text.match(KEY_MARK) ?? [];
}

function wasSent(mark: string, { request }: Answered): boolean {
  const name = mark.replace(MADE_OF_WORDS, '');
  return request.url.includes(name) || request.headers.some(([, value]) => value.includes(name));
}
