/** Authentication: headers that must not replace other headers. */

import { header } from '../../client/exchange.ts';
import type { Sent } from '../../client/spec.ts';
import { defineProbe, type Check } from '../../engine/define.ts';
import { objectOf } from '../../engine/evidence.ts';
import { idempotencyKeyOf } from '../../engine/make-generation.ts';
import { fail, missing, notApplicable, pass, untestable } from '../../engine/outcome.ts';
import { cases, is, jointly } from '../lib/cases.ts';
import { DOWNLOAD, FIRST_PART, ofDownload } from '../lib/downloads.ts';
import { BASE, WATCHED } from '../lib/clips.ts';
import { keyOfLooks, REQUEST_OF } from '../lib/lookups.ts';
import { describe, STILL_RUNNING } from '../lib/rules.ts';

const COOKIES = defineProbe({
  id: 'authentication.cookies',
  sends:
    'A get request and a range request with the key. If a response has set a cookie, the kit sends the same requests again, with that cookie instead of the key.',
  // The download must be the first request for a clip.
  ...ofDownload(async (kit, { id, key }) => {
    const known = [
      await kit.get('get known', id, { key }),
      await kit.content('content known', id, { key, headers: [FIRST_PART] }),
    ];
    const cookies = [...new Set(known.flatMap(cookiesOf))].join('; ');
    if (cookies === '') return undefined;
    const cookie: [string, string] = ['Cookie', cookies];
    await kit.get('get', id, { key: undefined, headers: [cookie] });
    await kit.content('content', id, { key: undefined, headers: [cookie, FIRST_PART] });
  }),
});

/** Returns the cookies of a response, as a browser sends them back. */
function cookiesOf({ exchange }: Sent): string[] {
  const lines = exchange.response?.headers.filter(([name]) => name.toLowerCase() === 'set-cookie') ?? [];
  return lines.map(([, line]) => line.split(';')[0]?.trim() ?? '').filter((pair) => pair !== '');
}

const KEYED_GET = defineProbe({
  id: 'get.keyed',
  sends:
    'A get request and a range request for the cheapest clip after its completion. Each request is sent twice: with the Idempotency-Key of the create request, and without an Idempotency-Key.',
  after: [BASE, 'any-clip', DOWNLOAD],
  run: async (kit) => {
    const { id } = kit.generation(BASE);
    const keyed: [string, string] = ['Idempotency-Key', idempotencyKeyOf(kit.runId, BASE.id)];
    await kit.get('get', id);
    await kit.get('get keyed', id, { headers: [keyed] });
    await kit.content('content', id, { headers: [FIRST_PART] });
    await kit.content('content keyed', id, { headers: [keyed, FIRST_PART] });
  },
});

const KEYED_AGAIN = defineProbe({
  id: 'get.keyed-again',
  sends:
    'A get request for a completed generation. An earlier get request, sent while the generation was running, had the same Idempotency-Key.',
  after: [WATCHED],
  run: async (kit) => {
    const { id, key } = kit.generation(WATCHED);
    await kit.get('get keyed again', id, { key, headers: keyOfLooks(kit) });
  },
});

export const OTHER_HEADER_CHECKS: readonly Check[] = [
  ...cases(
    [COOKIES],
    (['get', 'content'] as const).map((endpoint) => [
      `authentication.${endpoint}.missing.cookie`,
      [
        `A ${REQUEST_OF[endpoint]} without a key is rejected, even with a cookie that an earlier response set.`,
        'The framework of the server opens a session for each client that once sent a key.',
        ({ one, maybe }) => {
          const [known, answer] = [one(`${endpoint} known`), maybe(endpoint)];
          if (answer === undefined) return notApplicable('No response set a cookie.', known);
          return is(401, 403, 404)(answer) ? pass(answer) : fail(answer, '401', describe(answer));
        },
        { defect: 'authentication' },
      ],
    ]),
  ),
  ...cases([BASE, KEYED_GET], {
    'get.answer.record.keyed': [
      'A get request returns the current record, even if it has the Idempotency-Key of the create request.',
      'The server also replays responses for get requests. So the server returns the record in its first state.',
      jointly(['get', 'get keyed'], ([plain, keyed]) => {
        const shown = (answer: typeof plain): string =>
          JSON.stringify([objectOf(answer)['id'], objectOf(answer)['status']]);
        if (plain.response.status !== 200)
          return notApplicable('The get request without an Idempotency-Key did not return 200.', plain);
        return keyed.response.status === 200 && shown(plain) === shown(keyed)
          ? undefined
          : [`200 with the same id and status: ${shown(plain)}`];
      }),
      { defect: 'idempotency' },
    ],
    'get.answer.record.keyed.again': [
      'Two get requests with the same Idempotency-Key each return the current record. The first get request is sent before the generation is completed, the second after the completion.',
      'The server stores the response to every request with an Idempotency-Key. So polls return the first response forever.',
      (evidence) => {
        const [early, again] = [evidence.maybe(`${STILL_RUNNING} 1`), evidence.one('get keyed again')];
        if (early === undefined || objectOf(early)['status'] === 'completed')
          return untestable(
            missing(
              '--key-watched',
              'The generation was completed before a get request showed the status "running" (--key-watched).',
            ),
            again,
          );
        return again.response.status === 200 && objectOf(again)['status'] === 'completed'
          ? pass(early, again)
          : fail([early, again], '200 with the status "completed"', describe(again));
      },
      { from: [WATCHED, KEYED_AGAIN], defect: 'idempotency' },
    ],
    'content.answer.keyed': [
      'A download returns the clip, even if it has the Idempotency-Key of the create request.',
      'The server also replays responses for downloads. So the server returns the record instead of the clip.',
      jointly(['content', 'content keyed'], ([plain, keyed]) => {
        if (plain.response.status >= 300)
          return notApplicable('The server rejected the download without an Idempotency-Key.', plain);
        const type = header(plain.response, 'content-type');
        return keyed.response.status < 300 && header(keyed.response, 'content-type') === type
          ? undefined
          : [`${type}, as without it`];
      }),
      { requirement: 'content.answer.status', defect: 'idempotency' },
    ],
  }),
];
