/** The habits of web frameworks: HTML pages for browsers, and fields from the query in place of the body. */

import { header, type HeaderLine } from '../../client/exchange.ts';
import { defineProbe, type Check } from '../../engine/define.ts';
import type { Answered } from '../../engine/evidence.ts';
import { TEXT, without } from '../lib/bodies.ts';
import { ifWhole } from '../content/parts.ts';
import { cases, each, httpCases, is } from '../lib/cases.ts';
import { DOWNLOAD, FIRST_PART, ofDownload } from '../lib/downloads.ts';
import { NO_KEY, ofClip } from '../lib/lookups.ts';
import { allRefused, noneOf } from '../lib/rules.ts';
import { TWINS } from '../lib/twins.ts';

const BROWSER: HeaderLine = ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'];

const AS_BROWSER = defineProbe({
  id: 'service.browser',
  mayBeCharged: true,
  sends:
    'Four requests with the Accept header of a browser. Three of them are get requests: for a record, for an unknown id, and without a key. The fourth request is an invalid create request.',
  ...ofClip(async (kit, { id, key }) => {
    const headers = [BROWSER];
    await kit.get('record', id, { key, headers });
    await kit.get('unknown', kit.unknownId, { headers });
    await kit.get('no key', id, { ...NO_KEY, headers });
    await kit.create('invalid', { ...TEXT, prompt: '' }, { headers });
  }),
});

const AS_PLAYER = defineProbe({
  id: 'content.accept',
  sends: 'Requests for the first bytes of a clip. Their Accept headers allow only video/mp4, any video, or any type.',
  ...ofDownload(async (kit, { id, key }) => {
    for (const accept of ACCEPTED)
      await kit.content(accept, id, {
        key,
        headers: [['Accept', accept], FIRST_PART],
      });
  }),
});

/** The Accept headers of video players and of download programs. */
const ACCEPTED = ['video/mp4', 'video/*', 'video/mp4,*/*;q=0.5'] as const;

const FIELDS = { prompt: 'A+red+kite.', duration_seconds: '4', model: TEXT.model } as const;
const IN_QUERY = Object.entries(FIELDS).map(([field, value]) => [`${field} in the query`, field, value] as const);

const QUERY = defineProbe({
  id: 'create.query',
  mayBeCharged: true,
  sends: `The kit sends create requests with a required field in the query instead of the body. The field is one of these: ${Object.keys(FIELDS).join(', ')}.`,
  run: async (kit) => {
    const headers: HeaderLine[] = [['Content-Type', 'application/json']];
    for (const [label, field, value] of IN_QUERY)
      await kit.send(label, {
        method: 'POST',
        path: `/v1/videos?${field}=${value}`,
        key: 'primary',
        headers,
        body: JSON.stringify(without(TEXT, field)),
      });
  },
});

export const FRAMEWORK_CHECKS: readonly Check[] = [
  ...ifWhole(
    httpCases([DOWNLOAD, AS_PLAYER], {
      'content.accept': [
        'If the Accept header allows video/mp4 or any video, the client gets the clip (RFC 9110, 12.5.1).',
        'The framework of the server supports only JSON, so it returns 406.',
        each(ACCEPTED, is(200, 206), ['200 or 206 with the clip']),
        { requirement: 'content.answer.status' },
      ],
    }),
  ),
  ...cases([AS_BROWSER], {
    'service.json.browser': [
      'Records and errors are JSON, even if the client prefers HTML, as browsers do.',
      'The framework of the server sends HTML pages to browsers.',
      (evidence) => {
        const answers = evidence.answers.filter(({ response }) => response.body.size > 0);
        return noneOf(
          answers.filter((answer) => !isJson(answer)),
          [evidence.one('record'), ...answers],
          ['JSON', (wrong) => `${header(wrong.response, 'content-type') ?? 'no type'} to "${wrong.label}"`],
        );
      },
    ],
    'create.body.json.query': [
      'A create request with a required field in the query instead of the body is rejected.',
      'The framework of the server merges the parameters of the query into the body.',
      (evidence) =>
        allRefused(
          evidence,
          IN_QUERY.map(([label]) => label),
          'its body lacks a required field',
        ),
      { from: [...TWINS, QUERY], defect: 'broken-rule', passive: true },
    ],
  }),
];

function isJson({ response }: Answered): boolean {
  return /^application\/([a-z0-9.+-]+\+)?json\b/i.test(header(response, 'content-type') ?? '');
}
