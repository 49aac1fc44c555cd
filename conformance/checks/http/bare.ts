/** The rules of HTTP/1.1 that only a separate connection shows: responses without a body, chunks, and HTTP/1.0. */

import { defineProbe, type Check } from '../../engine/define.ts';
import type { Answered } from '../../engine/evidence.ts';
import { notApplicable, observed } from '../../engine/outcome.ts';
import { header, type HeaderLine } from '../../client/exchange.ts';
import { TEXT } from '../lib/bodies.ts';
import { each, type Expectation, httpCases, is, observations } from '../lib/cases.ts';
import { FIRST_PART, ofDownload } from '../lib/downloads.ts';
import { NO_KEY } from '../lib/lookups.ts';
import { noneOf, statusAndCode } from '../lib/rules.ts';
import { CONTROL, readAlike } from '../lib/control-requests.ts';

const BARE = defineProbe({
  id: 'http.bare',
  mayHangUp: true,
  sends:
    'Requests on separate connections. HEAD requests for a record, its content and an unknown id. A HEAD request for the record, without a key. A download and a range request with the ETag of the clip in If-None-Match. A range request with `If-None-Match: *`. A get request for the record and a range request for the clip, both over HTTP/1.0.',
  raw: true,
  ...ofDownload(async (kit, { id, key }) => {
    const [record, unknown] = [`/v1/videos/${id}`, `/v1/videos/${kit.unknownId}`];
    const head = { method: 'HEAD', bare: '1.1' } as const;
    await kit.send('head record', { ...head, path: record, key });
    await kit.send('head content', { ...head, path: `${record}/content`, key });
    await kit.send('head unknown', { ...head, path: unknown, key });
    await kit.send('head unknown content', { ...head, path: `${unknown}/content`, key });
    await kit.send('head missing', { ...head, path: record, ...NO_KEY });
    const get = { method: 'GET', bare: '1.1', path: `${record}/content`, key } as const;
    const { response } = (await kit.send('part', { ...get, headers: [FIRST_PART] })).exchange;
    const tag = response && header(response, 'etag');
    if (tag !== undefined) await kit.send('not modified', { ...get, headers: [['If-None-Match', tag]] });
    for (const [label, value = '*'] of Object.entries({ ...(tag !== undefined && { tag }), star: '*' }))
      await kit.send(`not modified, part, ${label}`, { ...get, headers: [['If-None-Match', value], FIRST_PART] });
    await kit.send('old get', { method: 'GET', bare: '1.0', path: record, key, outsideApi: true });
    await kit.send('old part', { ...get, bare: '1.0', headers: [FIRST_PART], outsideApi: true });
  }),
});

/** Returns a body in chunks, each with an extension, and with a trailer at the end. Each character is a byte. */
const chunked = (pieces: readonly string[], extension = '', trailer = ''): Uint8Array => {
  const chunks = pieces.map((piece) => `${piece.length.toString(16)}${extension}\r\n${piece}\r\n`);
  return Buffer.from(`${chunks.join('')}0\r\n${trailer}\r\n`, 'latin1');
};

const VALID = JSON.stringify(TEXT);
const HALVES = [VALID.slice(0, 40), VALID.slice(40)];
const ACCENTED = Buffer.from(JSON.stringify({ ...TEXT, prompt: `${TEXT.prompt} \u00e9` })).toString('latin1');
/** The first half ends between the two bytes of a character. */
const SPLIT = ACCENTED.split(/(?<=\u00c3)/);

const FRAMINGS: Readonly<Record<string, readonly [coding: string, body: Uint8Array]>> = {
  'several chunks': ['chunked', chunked(HALVES)],
  'chunks with extensions': ['chunked', chunked(HALVES, ';part=1;note="a b"')],
  'chunks with a trailer': ['chunked', chunked(HALVES, '', 'X-Checksum: 17\r\n')],
  'chunks that split a UTF-8 character': ['chunked', chunked(SPLIT)],
  'chunks with the coding name in uppercase': ['Chunked', chunked(HALVES)],
  'chunk lengths with uppercase digits and leading zeros': [
    'chunked',
    Buffer.from(`00${VALID.length.toString(16).toUpperCase()}\r\n${VALID}\r\n0\r\n\r\n`),
  ],
};

const CHUNKS = defineProbe({
  id: 'http.bare.chunks',
  sends: `Valid create requests on separate connections, with a key that has no credits. The kit sends their bodies in ${Object.keys(FRAMINGS).join(', in ')}.`,
  raw: true,
  keys: ['poor'],
  run: async (kit) => {
    const type: HeaderLine = ['Content-Type', 'application/json'];
    for (const [label, [coding, body]] of Object.entries(FRAMINGS))
      await kit.create(label, body, { key: 'poor', bare: '1.1', headers: [type, ['Transfer-Encoding', coding]] });
  },
});

const NO_BYTES = [
  'no bytes after the headers',
  ({ response: { body, status } }: Answered) => `${body.size} bytes (${status})`,
] as const;

/** The check that shows the cause if the next response on the same connection is unreadable. */
const NO_BODY_OF_304 = 'http.not-modified.no-body';

/** Returns the check that explains closed connections: a client reads bytes after a 304 as the next response. */
export function causeOfHangUp(every: readonly Answered[]): string | undefined {
  const isCause = every.some((answer) => answer.probe === BARE.id && is(304)(answer) && hasBody(answer));
  return isCause ? NO_BODY_OF_304 : undefined;
}

export const HTTP_BARE_CHECKS: readonly Check[] = [
  ...httpCases([BARE], {
    'http.head.no-body': [
      'A response to HEAD has no body, whatever its status (RFC 9110, 9.3.2).',
      'In response to HEAD, the server always sends a body, or sends a body only for errors. The client reads this body as the beginning of the next response.',
      each(
        ['record', 'content', 'unknown', 'unknown content', 'missing'].map((what) => `head ${what}`),
        (answer) => !hasBody(answer),
        NO_BYTES,
      ),
      { requirement: 'get.head' },
    ],
    [NO_BODY_OF_304]: [
      'No bytes follow the headers of a 304 (RFC 9110, 15.4.5).',
      'The server sends the clip or an error after the headers of its 304. The client reads these bytes as the beginning of the next response.',
      (evidence) => {
        const answers = evidence.all('not modified');
        const unmodified = answers.filter(is(304));
        if (unmodified.length === 0) return notApplicable('No condition returns 304.', ...answers);
        return noneOf(unmodified.filter(hasBody), unmodified, NO_BYTES);
      },
      { requirement: 'content.conditional' },
    ],
    'http.chunked.forms': [
      `A create request is accepted if its body is sent in ${Object.keys(FRAMINGS).join(', in ')} (RFC 9112, 7.1).`,
      'The server reads only the first chunk, or cannot read chunk extensions and trailers.',
      readAlike(Object.keys(FRAMINGS)),
      { requirement: 'create.body.json', from: [CHUNKS, CONTROL] },
    ],
    'http.version.1-0': [
      'The server does not send chunks in response to an HTTP/1.0 request, because HTTP/1.0 does not support chunks (RFC 9112, 6.1).',
      'The server sends chunks to every client. Old proxies then forward the chunk lengths as part of the body.',
      each(['old get', 'old part'], ({ response }) => header(response, 'transfer-encoding') === undefined, [
        'no Transfer-Encoding',
        ({ response }) => header(response, 'transfer-encoding') ?? '',
      ]),
    ],
  }),
  ...observations([BARE], {
    'http.version.1-0.get': ['The response to a get request over HTTP/1.0.', answerSeen('old get')],
    'http.version.1-0.part': ['The response to a range request over HTTP/1.0.', answerSeen('old part')],
  }),
];

function hasBody({ response }: Answered): boolean {
  return response.body.size > 0;
}

/** Observes the status of a response, and the code of an error. */
function answerSeen(label: string): Expectation {
  return ({ one }) => {
    const { status } = one(label).response;
    return status < 400 ? observed(String(status), one(label)) : statusAndCode(one(label));
  };
}
