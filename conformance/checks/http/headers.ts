/** HTTP: the names of headers, `Allow` and `Date`. */

import { LIMITS } from '../../../contract/limits.ts';
import { header, type HeaderLine } from '../../client/exchange.ts';
import { defineProbe, type Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, missing, notApplicable, pass, untestable } from '../../engine/outcome.ts';
import type { ProbeTools, SendOptions } from '../../engine/probe-tools.ts';
import { IMF_FIXDATE } from '../content/every-answer.ts';
import { pathOf } from '../lib/answers.ts';
import { alike, type Expectation, expects, given, httpCases, is, ofAnswers, jointly } from '../lib/cases.ts';
import { TEXT } from '../lib/bodies.ts';
import { BASE } from '../lib/clips.ts';
import { DOWNLOAD, FIRST_PART, hasSeveralTags, validatorsOf } from '../lib/downloads.ts';
import { STRANGE_METHODS } from '../lib/lookups.ts';
import { ifSent, isRefusal, wrongHeader } from '../lib/rules.ts';
import { SOCKET } from '../versioning/versioning.ts';

const WRITINGS = {
  usual: (name: string) => name,
  small: (name: string) => name.toLowerCase(),
  capitals: (name: string) => name.toUpperCase(),
} as const;
type Writing = keyof typeof WRITINGS;

const NAMES = defineProbe({
  id: 'http.field-names',
  sends:
    'A get request for a record. A range request, and a range request with an unknown ETag in If-Range. A download with the ETag of the clip in If-None-Match. A valid create request with a key that has no credits, and the same create request with an Idempotency-Key that is too long. Each request is sent three times: with header names in the usual case, in lowercase and in uppercase.',
  raw: true,
  after: ['any-clip', DOWNLOAD],
  run: async (kit) => {
    for (const writing of Object.keys(WRITINGS) as Writing[]) await ask(kit, writing);
  },
});

async function ask(kit: ProbeTools, writing: Writing): Promise<void> {
  const { id, key } = kit.generation('any-clip');
  const written = (name: 'poor' | typeof key, ...lines: HeaderLine[]): SendOptions => {
    const all = [['Authorization', `Bearer ${kit.profile.keys[name] ?? ''}`] as const, ...lines];
    return { key: undefined, headers: all.map(([line, value]) => [WRITINGS[writing](line), value]) };
  };
  await kit.get(`record ${writing}`, id, written(key));
  const { tag } = validatorsOf(await kit.content(`part ${writing}`, id, written(key, FIRST_PART)));
  await kit.content(`other tag ${writing}`, id, written(key, FIRST_PART, ['If-Range', '"no-such-tag"']));
  if (tag !== undefined) await kit.content(`known tag ${writing}`, id, written(key, ['If-None-Match', tag]));
  if (!kit.hasKey('poor')) return;
  const type: HeaderLine = ['Content-Type', 'application/json'];
  await kit.create(`create ${writing}`, TEXT, written('poor', type));
  const long = `standin-${kit.runId}-`.padEnd(LIMITS.idempotencyKey.max + 1, 'n');
  await kit.create(`long key ${writing}`, TEXT, written('poor', type, ['Idempotency-Key', long]));
}

/** The headers of each request, as phrases for the texts of the checks. */
const SHOWN = {
  record: 'Authorization of a get request',
  part: 'Range',
  'other tag': 'If-Range',
  'known tag': 'If-None-Match',
  create: 'Authorization and Content-Type of a create request',
} as const;

/** Judges that the status is the same in each spelling of the header names. */
function sameAsUsual(what: string): Expectation {
  const same = alike(`${what} usual`, [`${what} small`, `${what} capitals`], ', as in the usual case');
  return ifSent(`${what} usual`, untestable(NOT_SENT), (evidence) =>
    what === 'known tag' && hasSeveralTags(evidence.every)
      ? notApplicable('The ETag of the clip changes between requests.')
      : same(evidence),
  );
}

const LENIENT = 'Even with the header name in the usual case, the server accepts an Idempotency-Key that is too long.';
const NOT_SENT = 'The kit did not send the request, because the clip has no ETag, or the profile has no key "poor".';
const NO_POOR_KEY = missing('--key-poor', 'The profile has no key "poor" (--key-poor).');

/** Returns the methods in Allow. An empty list is valid, because an unknown id may have no methods. */
function allowedIn({ response }: Answered): readonly string[] {
  const methods = (header(response, 'allow') ?? '').split(',').map((method) => method.trim().toUpperCase());
  return methods.filter((method) => method !== '');
}

/** Returns the documented method of a path. */
function methodFor({ request }: Answered): string | undefined {
  const [found, id] = /\/v1\/videos(\/[^/]+(?:\/content)?)?$/.exec(pathOf(request.url)) ?? [];
  return found && (id === undefined ? 'POST' : 'GET');
}

/** Returns the responses that must have a Date if the server has a clock. Errors of the server may lack it. */
function dated({ every }: Evidence): readonly Answered[] {
  return every.filter(
    ({ beyond, elsewhere, response: { status } }) => beyond !== true && elsewhere !== true && status < 500,
  );
}

function isUndated({ response }: Answered): boolean {
  return header(response, 'date') === undefined;
}

/** The time after which two Dates must differ. A Date has whole seconds, and a server may reuse it for a second. */
const LONG_ENOUGH_MS = 2500;

export const HTTP_HEADER_CHECKS: readonly Check[] = [
  ...httpCases(
    [NAMES],
    Object.entries(SHOWN).map(([what, shown]) => [
      `http.field-names.${what.replace(' ', '-')}`,
      `Header names are case-insensitive (RFC 9110, 5.1): ${shown}.`,
      'The server finds a header only if its name is in the usual case.',
      sameAsUsual(what),
    ]),
  ),
  ...httpCases([NAMES], {
    'http.field-names.long-key': [
      'An Idempotency-Key that is too long is rejected, even if the header name is in lowercase or in uppercase (RFC 9110, 5.1).',
      'The server finds the header only if its name is in the usual case. So the server ignores the Idempotency-Key of some clients.',
      ifSent(
        'long key usual',
        untestable(NO_POOR_KEY),
        jointly(['create usual', 'long key usual'], ([create, usual], evidence) =>
          isRefusal(usual) && create.response.status !== usual.response.status
            ? sameAsUsual('long key')(evidence)
            : notApplicable(LENIENT, create, usual),
        ),
      ),
      { requirement: 'create.idempotency-key.length' },
    ],
  }),
  ...httpCases(
    [STRANGE_METHODS],
    ['put', 'patch', 'delete', 'post content'].map((label) => [
      `http.allow.${label.replace(' ', '-')}`,
      `A 405 has \`Allow\` (RFC 9110, 15.5.6): ${label.toUpperCase().replace('POST CONTENT', 'POST to content')}.`,
      'The server sends a 405 without the list of allowed methods.',
      given(
        [label, is(405)],
        ({ response }) => `The response is ${response.status}, not 405.`,
        expects(label, ({ response }) => header(response, 'allow') !== undefined, [
          'an Allow header with the 405',
          () => 'none',
        ]),
      ),
    ]),
  ),
  ...httpCases([STRANGE_METHODS], {
    'http.allow.supported': [
      'The `Allow` header of a 405 lists the documented method of the path (RFC 9110, 15.5.6). The method for create requests is POST. The method for records and clips is GET.',
      'The server sends the same `Allow` with every 405, so it lists the methods of another path.',
      ofAnswers(
        (answer) => answer.response.status === 405 && allowedIn(answer).length > 0 && methodFor(answer) !== undefined,
        (answer) => {
          const [method = '', allowed] = [methodFor(answer), allowedIn(answer)];
          return allowed.includes(method)
            ? undefined
            : [`${method} in the Allow header of the 405 to ${answer.request.method}`, allowed.join(', ')];
        },
      ),
      { passive: true },
    ],
  }),
  ...httpCases([SOCKET], {
    'http.date': [
      'If one response has a `Date`, all responses have a `Date`, in the required form (RFC 9110, 6.6.1 and 5.6.7).',
      'The server omits `Date` from responses with a part, or uses the form of ISO 8601.',
      (evidence) => {
        const [answer, all] = [evidence.one('get'), dated(evidence)];
        if (all.every(isUndated)) return notApplicable('No response has a Date.', answer);
        const bare = [answer, ...all].find(isUndated);
        if (bare !== undefined) return fail(bare, 'a Date header', 'none');
        const odd = [answer, ...all].find(({ response }) => !IMF_FIXDATE.test(header(response, 'date') ?? ''));
        return odd === undefined
          ? pass(answer, ...all.slice(-2))
          : wrongHeader(odd, 'Date', 'a date in the form Sun, 06 Nov 1994 08:49:37 GMT');
      },
    ],
    'http.date.sent': [
      'Responses have a `Date`. A server with a clock must send this header (RFC 9110, 6.6.1).',
      'The server has a clock but does not send `Date`. RFC 9110 allows this only for a server without a clock.',
      jointly(['get'], (_, evidence) => (dated(evidence).every(isUndated) ? ['a Date header', 'none'] : undefined)),
      { level: 'should' },
    ],
    'http.date.goes-on': [
      'The `Date` of responses advances with time (RFC 9110, 6.6.1).',
      'The server sets the `Date` once, at startup.',
      (evidence) => {
        const all = dated(evidence).filter(
          (answer) => !isUndated(answer) && header(answer.response, 'age') === undefined,
        );
        const [first, last] = [all[0], all.at(-1)];
        if (first === undefined || last === undefined || last.at - first.at < LONG_ENOUGH_MS)
          return notApplicable('The run was too short, or no response has a Date.', ...all.slice(0, 1));
        const date = header(first.response, 'date') ?? '';
        return all.some(({ response }) => header(response, 'date') !== date)
          ? pass(first, last)
          : fail([first, last], `a later Date than ${Math.floor((last.at - first.at) / 1000)} s before`, date);
      },
      { from: [BASE], passive: true },
    ],
  }),
];
