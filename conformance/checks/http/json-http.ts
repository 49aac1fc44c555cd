/** HTTP semantics of records and errors: content codings, validators, conditions and ranges of JSON. */

import { defineProbe, type Check } from '../../engine/define.ts';
import { objectOf, type Answered, type Evidence } from '../../engine/evidence.ts';
import { header, type HeaderLine } from '../../client/exchange.ts';
import { fail, notApplicable, pass } from '../../engine/outcome.ts';
import { notSent } from '../content/conditions.ts';
import { errorOf, histories, sightings, type Sighting } from '../lib/answers.ts';
import { cases, type Expectation, expects, httpCases, is, ofAnswers, rejects, jointly } from '../lib/cases.ts';
import { TEXT } from '../lib/bodies.ts';
import { BASE, WATCHED } from '../lib/clips.ts';
import { ifSent, noneOf } from '../lib/rules.ts';
import { codingOf, validatorsOf } from '../lib/downloads.ts';
import { contentRange } from '../content/parts.ts';
import { ofClip } from '../lib/lookups.ts';

const NO_TAG = '"no-such-tag"';
/** The values of Accept-Encoding, and the codings that each of them accepts. */
const CODINGS: Readonly<Record<string, readonly string[]>> = {
  gzip: ['gzip', 'x-gzip'],
  'gzip, deflate, br': ['gzip', 'x-gzip', 'deflate', 'br'],
  br: ['br'],
  deflate: ['deflate'],
  'identity, gzip;q=0': [],
  'identity;q=1, *;q=0': [],
};

const JSON_HTTP = defineProbe({
  id: 'http.json',
  mayBeCharged: true,
  sends: `Get requests for the record of a clip, with these values of Accept-Encoding: ${Object.keys(CODINGS).join('; ')}. Other get requests have conditions or a range. One of them has the key of another account. Then a get request for an unknown id and an invalid create request, both with \`Accept-Encoding: gzip\`. Then a get request for an unknown id with \`If-None-Match: *\`.`,
  ...ofClip(async (kit, { id, key }) => {
    const ask = (label: string, ...headers: HeaderLine[]): ReturnType<typeof kit.get> =>
      kit.get(label, id, { key, headers });
    const { tag } = validatorsOf(await ask('plain'));
    for (const coding of Object.keys(CODINGS)) await ask(coding, ['Accept-Encoding', coding]);
    const gzip: HeaderLine = ['Accept-Encoding', 'gzip'];
    await kit.get('error', kit.unknownId, { headers: [gzip] });
    await kit.create('refusal', { ...TEXT, prompt: '' }, { headers: [gzip] });
    await kit.get('unknown under a condition', kit.unknownId, { headers: [['If-None-Match', '*']] });
    await ask('part', ['Range', 'bytes=1-9']);
    if (tag === undefined) return undefined;
    const own: HeaderLine = ['If-None-Match', tag];
    await ask('none own', own);
    await ask('none listed', ['If-None-Match', `${NO_TAG}, ${tag}`]);
    await ask('none other', ['If-None-Match', NO_TAG]);
    await ask('match other', ['If-Match', NO_TAG]);
    if (kit.hasKey('other')) await kit.get('foreign under a condition', id, { key: 'other', headers: [own] });
  }),
});

const codedIn = ({ one }: Evidence): Answered[] => Object.keys(CODINGS).map((coding) => one(coding));
const coding = ({ response }: Answered): string => codingOf(response) ?? 'identity';
const isNew = (answer: Answered): boolean => !is(304)(answer);

const OF_RECORDS = { from: [BASE], authority: 'http', passive: true } as const;

export const JSON_HTTP_CHECKS: readonly Check[] = [
  ...cases([JSON_HTTP], {
    'service.json.coded': [
      'If a client accepts a content coding, the response is still the same JSON. The rule applies to records, to the error of a get request and to the error of a create request.',
      'The server compresses JSON, but does not send Content-Encoding. Or it names another coding.',
      jointly(['plain', 'error', 'refusal'], ([plain, ...errors], evidence) => {
        const records = codedIn(evidence);
        const wrong = [
          // Some servers reject an Accept-Encoding that excludes everything they have.
          ...records.filter(
            (answer) => answer.response.status < 400 && objectOf(answer)['id'] !== objectOf(plain)['id'],
          ),
          ...errors.filter((answer) => !is(406)(answer) && errorOf(objectOf(answer)) === undefined),
        ];
        return noneOf(wrong, [...records.slice(0, 2), ...errors], ['the same JSON, or its coding in Content-Encoding']);
      }),
      { defect: 'http' },
    ],
  }),
  ...httpCases([JSON_HTTP], {
    'http.json.coding.accepted': [
      'A JSON response has no content coding that Accept-Encoding does not accept (RFC 9110, 12.5.3).',
      'The server searches Accept-Encoding for the word gzip, and ignores q=0.',
      (evidence) => {
        const answers = codedIn(evidence);
        const wrong = answers.filter(
          (answer) => !['identity', ...(CODINGS[answer.label] ?? [])].includes(coding(answer)),
        );
        return noneOf(wrong, answers, [`a coding of "${wrong[0]?.label ?? ''}", or none`, coding]);
      },
      { level: 'should' },
    ],
    'http.json.coding.tag': [
      'JSON with a Content-Encoding has another strong ETag than the same JSON without it (RFC 9110, 8.8.3.3).',
      'The server calculates the ETag before it compresses the response.',
      (evidence) => {
        const plain = evidence.one('plain');
        const others = codedIn(evidence).filter((answer) => coding(answer) !== coding(plain));
        const tag = strongTag(plain);
        if (tag === undefined || others.length === 0)
          return notApplicable('The server sends no strong ETag with records, or does not compress them.', plain);
        const same = others.filter((answer) => strongTag(answer) === tag);
        return noneOf(same, [plain, ...others], ['another ETag for the coded record', () => `${tag} for both`]);
      },
    ],
  }),
  ...cases(OF_RECORDS, {
    'http.json.etag': [
      'If two records have the same strong ETag, their bytes are the same (RFC 9110, 8.8.1).',
      'The server derives the ETag of a record from its id. So a cached client never sees a new status.',
      everyTag(strongTag, (one, other) => one.answer.response.body.sha256 !== other.answer.response.body.sha256),
    ],
    'http.json.last-modified': [
      'If the status of a record changes, Last-Modified changes too. It is not older than the Date of a response with the earlier status (RFC 9110, 8.8.2.1).',
      'The server sends the time of the create request as Last-Modified.',
      everyTag(
        ({ response }) => header(response, 'last-modified'),
        (one, other) => one.record['status'] !== other.record['status'] && wasShownAfter(one, other),
      ),
      { level: 'should' },
    ],
    'http.json.cache': [
      'A shared cache does not store a response with a record. Without `public` and `s-maxage`, caches do not store responses to requests with a key (RFC 9111, 3.5).',
      'The server sends `Cache-Control: public`. So a proxy serves the record to clients without the key.',
      ofAnswers(
        (answer) => answer.request.method === 'GET' && sightings([answer]).length > 0,
        ({ response }) => {
          const got = header(response, 'cache-control') ?? '';
          return /\b(public|s-maxage=0*[1-9])/i.test(got) ? ['no `public` or `s-maxage`', got] : undefined;
        },
      ),
      { requirement: 'get.head', level: 'should' },
    ],
  }),
  ...httpCases([JSON_HTTP], {
    'http.json.if-none-match': [
      'If a get request has the current ETag of the record in If-None-Match, the server returns 304 (RFC 9110, 13.1.2).',
      'The server sends an ETag with each record, but ignores ETags in requests.',
      notSent('none own', ['etag', 304]),
    ],
    'http.json.if-none-match.other': [
      'If-None-Match with another ETag does not lead to a 304 (RFC 9110, 13.1.2).',
      'The server returns 304 for every If-None-Match.',
      ifSent('none other', notApplicable('The record has no ETag.'), expects('none other', isNew, ['200'])),
    ],
    'http.json.if-match': [
      'If If-Match does not have the ETag of the record, the server returns 412 (RFC 9110, 13.1.1).',
      'The server evaluates If-None-Match, but not If-Match.',
      notSent('match other', ['etag', 412]),
    ],
    'http.json.condition.unknown': [
      'A condition does not change the response for an unknown id (RFC 9110, 13.2.1).',
      'The server evaluates If-None-Match before it looks up the generation.',
      rejects(['unknown under a condition'], 'an unknown id'),
    ],
    'http.json.part': [
      'If a get request for a record returns 206, the part has the bytes that Content-Range names (RFC 9110, 15.3.7.1).',
      'The server returns 206 for a record, but sends the whole record.',
      jointly(['plain', 'part'], ([plain, part]) => {
        const { response } = part;
        if (response.status !== 206) return notApplicable(`The response is ${response.status}.`, part);
        const { start = 0, end = -1 } = contentRange(response) ?? {};
        const bytes = Buffer.from(plain.response.body.text ?? '').subarray(start, end + 1);
        return bytes.length > 0 && bytes.toString() === response.body.text
          ? undefined
          : ['the bytes that Content-Range names', response.body.text ?? 'no text'];
      }),
    ],
  }),
  ...cases([JSON_HTTP], {
    'get.foreign.condition': [
      'A get request with a condition and the key of another account is rejected, although its ETag matches.',
      'The server returns 304 before it checks the owner.',
      ifSent(
        'foreign under a condition',
        notApplicable('The record has no ETag, or the profile has no key of another account.'),
        rejects(['foreign under a condition'], "another account's generation"),
      ),
    ],
    'get.answer.record.condition': [
      'A client that polls with the ETag or the date of an unfinished record sees the end of the generation.',
      'The validator of a record does not change with its status. So the server returns 304 forever.',
      ifSent(
        'condition after the end',
        notApplicable('The kit saw no unfinished record with an ETag or a date.'),
        expects('condition after the end', isNew, ['the record, because its status has changed']),
      ),
      { from: [WATCHED] },
    ],
  }),
];

/** Expects that get responses of a generation with the same validator do not differ. */
function everyTag(
  tagOf: (answer: Answered) => string | undefined,
  isOther: (earlier: Sighting, later: Sighting) => boolean,
): Expectation {
  return ({ every }) => {
    const gets = [...histories(every.filter(({ request }) => request.method === 'GET')).values()];
    const tagged = gets.map((history) => history.filter(({ answer }) => tagOf(answer) !== undefined));
    for (const history of tagged) {
      for (const [at, later] of history.entries()) {
        const isSameTag = ({ answer }: Sighting): boolean =>
          tagOf(answer) === tagOf(later.answer) && coding(answer) === coding(later.answer);
        const earlier = history.slice(0, at).find((one) => isSameTag(one) && isOther(one, later));
        if (earlier !== undefined)
          return fail([earlier.answer, later.answer], 'another value', `${tagOf(later.answer) ?? ''} for both`);
      }
    }
    const seen = tagged.flat().map(({ answer }) => answer);
    return seen.length === 0 ? notApplicable('No record has this validator.') : pass(...seen.slice(0, 3));
  };
}

/** Returns whether the earlier status was shown after the date in Last-Modified. */
function wasShownAfter({ answer }: Sighting, later: Sighting): boolean {
  const shown = Date.parse(header(answer.response, 'date') ?? '');
  return shown > Date.parse(header(later.answer.response, 'last-modified') ?? '');
}

function strongTag({ response }: Answered): string | undefined {
  const tag = header(response, 'etag');
  return tag?.startsWith('"') === true ? tag : undefined;
}
