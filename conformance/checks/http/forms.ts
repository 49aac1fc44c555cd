/** The rules of HTTP/1.1 for requests: targets in absolute form, exactly one Host, and HEAD as a GET without a body. */

import { defineProbe, type Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, notApplicable, pass, untestable, type Outcome } from '../../engine/outcome.ts';
import { header, type HeaderLine } from '../../client/exchange.ts';
import { TEXT } from '../lib/bodies.ts';
import { alike, allOf, cases, type Expectation, expects, httpCases, is, jointly } from '../lib/cases.ts';
import { FIRST_PART, hasSeveralTags, look, ofDownload } from '../lib/downloads.ts';
import { BY_WHOM, NO_KEY, ofClip, unknownKey } from '../lib/lookups.ts';
import { describe, noneOf } from '../lib/rules.ts';

const FORMS = defineProbe({
  id: 'http.forms',
  mayHangUp: true,
  sends:
    'Requests over a plain socket. Three requests have a whole URL as the target: a get request, a range request for a clip, and an invalid create request. Other get requests have no Host, two different Host lines, or two equal Host lines. A range request and a create request are sent with two different Host lines.',
  raw: true,
  ...ofDownload(async (kit, { id, key }) => {
    const path = `/v1/videos/${id}`;
    const get = { method: 'GET', path, key } as const;
    const { exchange } = await kit.send('usual', get);
    const { href, host } = new URL(exchange.request.url);
    await kit.send('absolute', { ...get, rawTarget: href });
    const part: HeaderLine = ['Range', 'bytes=0-9'];
    const usualPart = await kit.content('usual part', id, { key, headers: [part], follow: false });
    const { url } = usualPart.exchange.request;
    await kit.content('absolute part', id, { key, headers: [part], rawTarget: url, follow: false });
    const invalid = { ...TEXT, prompt: '' };
    const usualCreate = await kit.create('usual create', invalid);
    await kit.create('absolute create', invalid, { rawTarget: usualCreate.exchange.request.url });
    await kit.send('no host', { ...get, hosts: [], outsideApi: true });
    await kit.send('two hosts', { ...get, hosts: [host, 'other.example'], outsideApi: true });
    const twice = { hosts: [host, 'other.example'], outsideApi: true } as const;
    await kit.content('two hosts at content', id, { key, headers: [part], ...twice, follow: false });
    // The create is valid, because the server would reject an invalid one anyway.
    if (kit.hasKey('poor')) await kit.create('two hosts at create', TEXT, { key: 'poor', ...twice });
    await kit.send('one host twice', { ...get, hosts: [host, host], outsideApi: true });
  }),
});

const WRONG_HOST = 'The server uses one of the two hosts, and a proxy before the server uses the other.';
const TWICE = ['one host twice', 'two hosts at content', 'two hosts at create'] as const;

/** The two HEAD requests for a clip. */
const HEAD = { record: 'head record', content: 'head' } as const;

const HEADS = defineProbe({
  id: 'http.heads',
  sends:
    'HEAD requests for the record and for the content of a completed clip. Their key is the key that made the clip, an unknown key, or missing. The kit also sends HEAD requests for an unknown id, a get request and a range request.',
  ...ofDownload(async (kit, { id, key }) => {
    await kit.get('get', id, { key });
    await kit.content('part', id, { key, headers: [FIRST_PART] });
    for (const [name, kind] of Object.entries(HEAD)) {
      await look(kit, [kind, name], { id, key });
      await look(kit, [kind, `${name} missing`], { id, ...NO_KEY });
      await look(kit, [kind, `${name} invalid`], { id, ...unknownKey(kit) });
      await look(kit, [kind, `unknown ${name}`], { id: kit.unknownId, key });
    }
  }),
});

const FOREIGN_HEADS = defineProbe({
  id: 'http.heads.foreign',
  sends:
    'HEAD requests with the key of another account, for the record and the content of a clip of the first account.',
  keys: ['other'],
  ...ofClip(async (kit, { id }) => {
    for (const [name, kind] of Object.entries(HEAD)) await look(kit, [kind, `${name} foreign`], { id, key: 'other' });
  }),
});

export const HTTP_FORM_CHECKS: readonly Check[] = [
  ...httpCases([FORMS], {
    'http.absolute-form': [
      'If the target of a request is a whole URL, the status is the same as for a path (RFC 9112, 3.2.2). The rule applies to all three operations.',
      'The server searches for a route that begins with http://, and does not find one.',
      allOf(['', ' part', ' create'].map((what) => alike(`usual${what}`, [`absolute${what}`]))),
    ],
    'http.host.missing': [
      'A request with no Host returns 400 (RFC 9112, 3.2).',
      WRONG_HOST,
      expects('no host', is(400), ['400']),
    ],
    'http.host.twice': [
      'A request with two Host lines returns 400 (RFC 9112, 3.2).',
      WRONG_HOST,
      ({ one, maybe }) => {
        const answers = [one('two hosts'), ...TWICE.flatMap((label) => maybe(label) ?? [])];
        const others = answers.filter((answer) => !is(400)(answer));
        return noneOf(others, answers, ['400']);
      },
    ],
  }),
  ...cases(
    [HEADS],
    Object.entries({ content: 'content', get: 'record' }).flatMap(([operation, what]) =>
      (['missing', 'invalid', 'foreign'] as const).map((how) => [
        `${how === 'foreign' ? `${operation}.foreign` : `authentication.${operation}.${how}`}.head`,
        `A HEAD request for the ${what} of a generation ${BY_WHOM[how]} is rejected, like a GET.`,
        'The server checks the key only for GET. So a HEAD request without a key shows which generations exist, and how large their clips are.',
        shutHead([what, `${what} ${how}`]),
        how === 'foreign' ? { from: [HEADS, FOREIGN_HEADS] } : {},
      ]),
    ),
  ),
  ...httpCases([HEADS], {
    'http.head.status': [
      'HEAD returns the same status as GET: 200 for a record, 404 for an unknown id (RFC 9110, 9.3.2).',
      'The server returns 200 for every HEAD request, or 404 even if the record exists.',
      sameStatuses,
      { requirement: 'get.head' },
    ],
    'http.head.headers': [
      'The response to HEAD has the same ETag, Content-Type and Content-Length as the response to GET (RFC 9110, 9.3.2 and 8.6).',
      'The framework of the server responds to HEAD with the Content-Length, Content-Type or ETag of an empty body.',
      sameHeaders,
      { requirement: 'get.head' },
    ],
  }),
];

/** Returns whether the server does not support HEAD. It may then return 405 or 501. */
function isUnknown({ response: { status } }: Answered): boolean {
  return status === 405 || status === 501;
}

function shutHead(labels: readonly [known: string, wrong: string]): Expectation {
  return jointly(labels, ([known, answer]) => {
    const { status } = answer.response;
    if (isUnknown(known) || isUnknown(answer)) return notApplicable('HEAD returns 405 or 501 here.', known, answer);
    if (status < 400 || status >= 500) return ['a rejection (400 to 499)'];
    return known.response.status < 300
      ? undefined
      : untestable('Inconclusive: the server rejected HEAD with the correct key as well.', known, answer);
  });
}

function sameStatuses(evidence: Evidence): Outcome {
  const [get, record] = [evidence.one('get'), evidence.one('record')];
  if (isUnknown(record)) return notApplicable(`HEAD returns ${record.response.status}.`, record);
  if (record.response.status !== get.response.status)
    return fail([get, record], String(get.response.status), describe(record));
  const unknown = [evidence.one('unknown record'), evidence.one('unknown content')];
  const open = unknown.find(({ response: { status } }) => status < 400 || (status >= 500 && status !== 501));
  return open === undefined ? pass(get, record, ...unknown) : fail(open, '404, as for a GET', describe(open));
}

function sameHeaders(evidence: Evidence): Outcome {
  const pairs = [
    [evidence.one('get'), evidence.one('record')],
    [evidence.one('part'), evidence.one('content')],
  ] as const;
  const heads = pairs.filter(([, head]) => head.response.status === 200);
  if (heads.length === 0) return notApplicable('HEAD does not return 200.', pairs[0][1]);
  for (const [get, head] of heads) {
    // The ETag of a record may change between requests, and an encoded response has its own ETag.
    const isTagged = head.label === 'content' && !hasSeveralTags(evidence.every);
    const other = [...(isTagged ? ['etag'] : []), 'content-type'].find((name) => {
      const [one, two] = [get, head].map(({ response }) => announced(response, name));
      return one !== undefined && two !== undefined && one !== two;
    });
    if (other !== undefined)
      return fail([get, head], `${other}: ${header(get.response, other) ?? ''}`, header(head.response, other) ?? '');
    if (header(head.response, 'content-length') === '0' && get.response.body.size > 0)
      return fail([get, head], 'the Content-Length of the GET, or no Content-Length', 'Content-Length: 0');
  }
  return pass(...heads.flat());
}

/** Returns a header for a comparison. A type loses its parameters, because RFC 9110 only recommends equal headers. */
function announced(response: Answered['response'], name: string): string | undefined {
  const value = header(response, name)?.toLowerCase();
  return name === 'etag' ? value : value?.replace(/\s*;.*$/, '');
}
