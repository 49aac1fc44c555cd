/** Headers that must not stand in for others: a cookie for the key, and the Idempotency-Key of a create in a get. */

import { defineCheck, defineProbe, type Check } from '../engine/define.ts';
import { objectOf } from '../engine/evidence.ts';
import { idempotencyKeyOf } from '../engine/make-generation.ts';
import { header } from '../client/exchange.ts';
import type { Sent } from '../client/spec.ts';
import { fail, notApplicable, pass, untestable, missing } from '../engine/outcome.ts';
import { BASE, WATCHED } from './lib/clips.ts';
import { DOWNLOAD } from './lib/downloads.ts';
import { keyOfLooks } from './lib/keyed-looks.ts';
import { STILL_RUNNING, describe } from './lib/rules.ts';

const READS = ['get', 'content'] as const;

const COOKIES = defineProbe({
  id: 'authentication.cookies',
  sends:
    'A get and a part with the key. If a response set a cookie, the same requests with that cookie instead of the key.',
  // The first look at a clip is the download's.
  after: ['any-clip', DOWNLOAD],
  run: async (kit) => {
    const { id, key } = kit.generation('any-clip');
    const part: [string, string] = ['Range', 'bytes=0-99'];
    const known = [
      await kit.get('get known', id, { key }),
      await kit.content('content known', id, { key, headers: [part] }),
    ];
    const cookies = [...new Set(known.flatMap(cookiesOf))].join('; ');
    if (cookies === '') return undefined;
    const cookie: [string, string] = ['Cookie', cookies];
    await kit.get('get', id, { key: undefined, headers: [cookie] });
    await kit.content('content', id, { key: undefined, headers: [cookie, part] });
    return undefined;
  },
});

/** As a browser sends them back. */
function cookiesOf({ exchange }: Sent): string[] {
  const lines = exchange.response?.headers.filter(([name]) => name.toLowerCase() === 'set-cookie') ?? [];
  return lines.map(([, line]) => line.split(';')[0]?.trim() ?? '').filter((pair) => pair !== '');
}

const KEYED_GET = defineProbe({
  id: 'get.keyed',
  sends: 'A get and a part of the completed cheapest clip, with and without the Idempotency-Key of its create.',
  after: [BASE, 'any-clip', DOWNLOAD],
  run: async (kit) => {
    const { id } = kit.generation(BASE);
    const keyed: [string, string] = ['Idempotency-Key', idempotencyKeyOf(kit.runId, BASE.id)];
    const part: [string, string] = ['Range', 'bytes=0-99'];
    await kit.get('get', id);
    await kit.get('get keyed', id, { headers: [keyed] });
    await kit.content('content', id, { headers: [part] });
    await kit.content('content keyed', id, { headers: [keyed, part] });
    return undefined;
  },
});

const KEYED_AGAIN = defineProbe({
  id: 'get.keyed-again',
  sends: 'A get of a completed generation, with the Idempotency-Key of a get that was sent while it ran.',
  after: [WATCHED],
  run: async (kit) => {
    const { id, key } = kit.generation(WATCHED);
    await kit.get('get keyed again', id, { key, headers: keyOfLooks(kit) });
    return undefined;
  },
});

export const OTHER_HEADER_CHECKS: readonly Check[] = [
  ...READS.map((endpoint) =>
    defineCheck({
      id: `authentication.${endpoint}.missing.cookie`,
      requirement: `authentication.${endpoint}.missing`,
      defect: 'authentication',
      proves: `A ${endpoint === 'content' ? 'download' : endpoint} with a cookie that a response set, and without a key, is rejected.`,
      failing: 'Its framework opens a session for each client that once sent a key.',
      from: [COOKIES],
      judge: (evidence) => {
        const [known, answer] = [evidence.one(`${endpoint} known`), evidence.maybe(endpoint)];
        if (answer === undefined) return notApplicable('No response set a cookie.', known);
        return [401, 403, 404].includes(answer.response.status) ? pass(answer) : fail(answer, '401', describe(answer));
      },
    }),
  ),
  defineCheck({
    id: 'get.answer.record.keyed',
    requirement: 'get.answer.record',
    defect: 'idempotency',
    proves: 'A get with the Idempotency-Key of the create returns the current record, like a get without it.',
    failing: 'Its replay handler runs for all endpoints, and returns the record as it was at the create.',
    from: [BASE, KEYED_GET],
    judge: (evidence) => {
      const [plain, keyed] = [evidence.one('get'), evidence.one('get keyed')];
      const shown = (answer: typeof plain): string =>
        JSON.stringify([objectOf(answer)['id'], objectOf(answer)['status']]);
      if (plain.response.status !== 200) return notApplicable('The get without it did not return 200.', plain);
      return keyed.response.status === 200 && shown(plain) === shown(keyed)
        ? pass(plain, keyed)
        : fail([plain, keyed], `200 with the same id and status: ${shown(plain)}`, describe(keyed));
    },
  }),
  defineCheck({
    id: 'get.answer.record.keyed.again',
    requirement: 'get.answer.record',
    defect: 'idempotency',
    proves:
      'Two gets with the same Idempotency-Key, before and after the completion of a generation, each return its current record.',
    failing:
      'It stores the response of every request with an Idempotency-Key, so polls return the first response forever.',
    from: [WATCHED, KEYED_AGAIN],
    judge: (evidence) => {
      const [early, again] = [evidence.maybe(`${STILL_RUNNING} 1`), evidence.one('get keyed again')];
      if (early === undefined || objectOf(early)['status'] === 'completed')
        return untestable(
          missing('--key-watched', 'The generation was completed before a get showed it running (--key-watched).'),
          again,
        );
      return again.response.status === 200 && objectOf(again)['status'] === 'completed'
        ? pass(early, again)
        : fail([early, again], '200 with the status "completed"', describe(again));
    },
  }),
  defineCheck({
    id: 'content.answer.keyed',
    requirement: 'content.answer.status',
    defect: 'idempotency',
    proves: 'A download with the Idempotency-Key of the create returns the clip, like a download without it.',
    failing: 'Its replay handler runs for all endpoints, and returns the record of the create.',
    from: [BASE, KEYED_GET],
    judge: (evidence) => {
      const [plain, keyed] = [evidence.one('content'), evidence.one('content keyed')];
      if (plain.response.status >= 300) return notApplicable('The download without it was rejected.', plain);
      const type = header(plain.response, 'content-type');
      return keyed.response.status < 300 && header(keyed.response, 'content-type') === type
        ? pass(plain, keyed)
        : fail([plain, keyed], `${type}, as without it`, describe(keyed));
    },
  }),
];
