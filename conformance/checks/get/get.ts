/** Endpoints: get, and downloads with an id that is nearly the id of a clip, or a well-formed neighbor of it. */

import { type Check, defineProbe } from '../../engine/define.ts';
import { isBusy, objectOf, type Answered, type Evidence } from '../../engine/evidence.ts';
import { fail, missing, observed, pass } from '../../engine/outcome.ts';
import { header } from '../../client/exchange.ts';
import { errorOf, pathOf, sightings, type Fields } from '../lib/answers.ts';
import { cases, each, type Expectation, mustBe, observations, ofAnswers, rejects, jointly } from '../lib/cases.ts';
import { BASE, WATCHED } from '../lib/clips.ts';
import { FAILING } from '../lib/failing.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import { sourceBody } from '../lib/bodies.ts';
import { refusals } from '../lib/creates.ts';
import { FOREIGN_CLIP, MALFORMED, ofClip, SPELLINGS, UNKNOWN } from '../lib/lookups.ts';
import { hasStatus, hiddenFrom, statusAndCode, describe, rejected } from '../lib/rules.ts';

const isPoll = (answer: Answered): boolean => /^(poll|other poll|later|again) /.test(answer.label) && !isBusy(answer);

/** The changes of an id in a path. The list omits braces, URNs and missing dashes, which a server may accept. */
export const NEAR_PATH_IDS: Readonly<Record<string, (id: string) => string>> = {
  'a trailing space': (id) => `${id}%20`,
  'a trailing line break': (id) => `${id}%0A`,
  'a trailing digit': (id) => `${id}0`,
  'a file extension': (id) => `${id}.json`,
  'its last digit missing': (id) => id.slice(0, -1),
  'only its first eight characters': (id) => id.slice(0, 8),
  'a wildcard instead of its end': (id) => `${id.slice(0, -4)}%25`,
  'a percent sign without hexadecimal digits': (id) => `${id.slice(0, -4)}%zz`,
  'a trailing encoded NUL': (id) => `${id}%00`,
  'encoded bytes that are not UTF-8': (id) => `${id.slice(0, -2)}%ff%fe`,
};

const NEAR = defineProbe({
  id: 'lookup.near-ids',
  sends: 'The kit sends get requests and downloads with ids that differ slightly from the id of a clip.',
  ...ofClip(async (kit, clip) => {
    const look = async ([odd, change]: [string, (id: string) => string]): Promise<void> => {
      // A proxy or a router may reject the request itself, without the error envelope.
      const options = { key: clip.key, outsideApi: true };
      await kit.get(`get with ${odd}`, change(clip.id), options);
      await kit.content(`download with ${odd}`, change(clip.id), { ...options, headers: [['Range', 'bytes=0-9']] });
    };
    await Promise.all(Object.entries(NEAR_PATH_IDS).map(look));
  }),
});

/** Expects that the server neither serves these requests nor crashes. A redirect is allowed. */
function nothingShown(operation: string): Expectation {
  return each(
    Object.keys(NEAR_PATH_IDS).map((odd) => `${operation} with ${odd}`),
    ({ response: { status } }) => status >= 300 && status < 500,
    ['a rejection (400 to 499) for an id that is not a UUID'],
  );
}

/** The digits of version and variant do not change, because a server may reject other versions as malformed. */
const NEIGHBORS: Readonly<Record<string, (id: string) => string>> = {
  'another last digit': (id) => changed(id, 35),
  'another first digit': (id) => changed(id, 0),
  'another digit in the middle': (id) => changed(id, 17),
  'another second group': (id) => changed(id, 9, 10, 11, 12),
  'only the first group of the id': (id) => changed(id, ...digitsFrom(9)),
  'only the last group of the id': (id) => changed(id, ...digitsFrom(0).filter((at) => at < 24)),
  'two digits exchanged': exchanged,
};

const LOOKS = defineProbe({
  id: 'lookup.neighbors',
  sends: `The kit sends get requests, HEAD requests and range requests with ids that differ from the id of a clip in a few digits: ${Object.keys(NEIGHBORS).join(', ')}.`,
  ...ofClip(async (kit, { id, key }) => {
    const look = async ([what, change]: [string, (id: string) => string]): Promise<void> => {
      await kit.get(`get with ${what}`, change(id), { key });
      await kit.content(`download with ${what}`, change(id), { key, headers: [['Range', 'bytes=0-9']] });
      await kit.send(`head with ${what}`, { method: 'HEAD', path: `/v1/videos/${change(id)}/content`, key });
    };
    await Promise.all(Object.entries(NEIGHBORS).map(look));
  }),
});

/** Expects that these ids do not exist. HEAD may return any error, because a server may not support it. */
function eachUnknown(operations: readonly string[]): Expectation {
  return each(
    operations.flatMap((operation) => Object.keys(NEIGHBORS).map((what) => `${operation} with ${what}`)),
    ({ request, response: { status } }) => (request.method === 'HEAD' ? status >= 400 : status === 404),
    ['404 for an id that never existed'],
  );
}

function digitsFrom(start: number): number[] {
  const fixed = new Set([8, 13, 14, 18, 19, 23]);
  return Array.from({ length: 36 - start }, (_, at) => start + at).filter((at) => !fixed.has(at));
}

/** Replaces the hexadecimal digits at these places. */
function changed(id: string, ...places: readonly number[]): string {
  const digits = id.split('');
  for (const at of places) digits[at] = ((Number.parseInt(digits[at] ?? '0', 16) + 1) % 16).toString(16);
  return digits.join('');
}

/** Exchanges the first two neighboring digits of the last group that differ. */
function exchanged(id: string): string {
  const at = digitsFrom(24).find((place) => place < 35 && id[place] !== id[place + 1]) ?? 34;
  return `${id.slice(0, at)}${id[at + 1] ?? ''}${id[at] ?? ''}${id.slice(at + 2)}`;
}

const NOT_SEEN = missing('--key-other', 'This check needs the key of another account (--key-other).');
const TOO_FAST = missing(
  '--key-watched',
  'The generation ended before this request. A slower one helps (--key-watched).',
);

/** The moments at which another account requests the record: the end of the id, the probe, its label, and a phrase. */
const MOMENTS = [
  ['running', WATCHED, 'foreign get of running', 'after a poll has shown the status "running"'],
  ['failed', FAILING, 'foreign get of failed', 'after the generation has failed'],
  ['capitals', FOREIGN_CLIP, 'foreign get in capitals', 'if the id is in uppercase'],
] as const;

export const GET_CHECKS: readonly Check[] = [
  ...cases(
    { from: [BASE], passive: true },
    {
      'get.answer.status': [
        'Every get request for a generation of the account returns 200, whatever the status of the generation.',
        'The server returns 202 for a pending generation, 404 for a generation that no worker has started, or 500 for a failed generation. Or, after several parallel create requests, the server returns 404 for one of their generations.',
        ofAnswers(isPoll, (answer) => (answer.response.status === 200 ? undefined : ['200'])),
      ],
      'get.answer.record': [
        'A get request returns the record with the id in the path.',
        "The server returns the record of the latest generation, or the provider's record.",
        ofAnswers(isPoll, (answer) => {
          const id = String(objectOf(answer)['id']).toLowerCase();
          const wanted = pathOf(answer.request.url).split('/').at(-1)?.toLowerCase();
          return id === wanted ? undefined : [`the record of ${wanted}`, `the record of ${id}`];
        }),
      ],
      'errors.failed-generation': [
        'A poll of a failed generation returns 200 with the record.',
        'The server returns an error response to the poll.',
        ofAnswers(
          (answer) => answer.probe === FAILING.id && isPoll(answer),
          (answer) => (answer.response.status === 200 ? undefined : ['200 with a record']),
        ),
        { from: [FAILING] },
      ],
    },
  ),
  ...cases([UNKNOWN], {
    'get.unknown': [
      'A get request for an id that never existed returns 404.',
      'The server returns 400, 500, or 200 with null.',
      (evidence) => hasStatus(evidence.one('unknown get'), 404, 'an id that never existed'),
    ],
    'get.foreign': [
      'A get request for a generation of another account is rejected.',
      'The server returns the record to every client that knows the id.',
      (evidence) => hiddenFrom(evidence, 'foreign get', "another account's generation"),
      { from: [FOREIGN_CLIP] },
    ],
    'get.foreign.pending': [
      'Right after a create request, a get request with the key of another account is rejected. The rule applies even before the owner of the generation has sent a get request.',
      'The server checks the owner of a generation only after the clip exists.',
      (evidence) => hiddenFrom(evidence, 'foreign get early', "another account's generation"),
      { from: [BASE, FOREIGN_CLIP] },
    ],
    'get.foreign.nothing-shown': [
      'If a get request with the key of another account is rejected, the response does not contain values of the record.',
      'The error response contains the status, the cost or the output of the generation.',
      (evidence) => {
        const [answer, unknown] = [evidence.one('foreign get'), evidence.one('unknown get')];
        const shown = shownOf(evidence, answer, objectOf(unknown));
        const flaw = ['no values of the record', `the fields ${shown.join(', ')}`] as const;
        return shown.length === 0 ? pass(answer) : fail(answer, ...flaw);
      },
      { from: [FOREIGN_CLIP] },
    ],
    'get.malformed': [
      'A get request with an id that is not a UUID is rejected.',
      'The server also accepts the row number of a record as its id, or the database query fails (500).',
      rejects(['get words', 'get number', 'get cut'], 'an id that is not a UUID'),
      { from: [MALFORMED] },
    ],
    'get.malformed.near': [
      'If the id in a get request differs slightly from the id of a generation, the server does not return the record.',
      'The server accepts other spellings of an id, compares only the beginning of ids, or crashes.',
      nothingShown('get'),
      { from: [NEAR], defect: 'near-miss' },
    ],
    'content.malformed.near': [
      'If the id in a download differs slightly from the id of a generation, the server does not return the clip.',
      'The server searches for a file by a part of its name, or crashes.',
      nothingShown('download'),
      { from: [NEAR], defect: 'near-miss' },
    ],
    'get.unknown.neighbor': [
      'A get request returns 404 if its id is a valid UUID that differs from the id of a generation in few digits.',
      'The server looks up ids by a part of the UUID, such as the first group.',
      eachUnknown(['get']),
      { from: [LOOKS], defect: 'near-miss' },
    ],
    'content.unknown.neighbor': [
      'A download returns 404 if its id is a valid UUID that differs from the id of a generation in few digits.',
      'The server looks up the file of a clip by a part of the UUID.',
      eachUnknown(['download', 'head']),
      { from: [LOOKS], defect: 'near-miss' },
    ],
  }),
  ...refusals('near-miss', {
    'create.source-video-ids.known.neighbor': [
      'a source video id that differs from the id of a clip in a few digits',
      'The server looks up source videos by a part of the UUID.',
      Object.fromEntries(
        Object.entries(NEIGHBORS).map(([what, change], at) => {
          const operation = ['extend', 'edit', 'reference'][at % 3];
          const body = (kit: ProbeTools): object => sourceBody(operation, [change(kit.generation('any-clip').id)]);
          return [`the operation "${operation}" and a source video id with ${what}`, body];
        }),
      ),
      { requirement: 'create.source-video-ids.completed', after: ['any-clip'] },
    ],
  }),
  ...cases(
    [],
    MOMENTS.map(([name, probe, label, when]) => [
      `get.foreign.${name}`,
      `A get request for a generation of another account is rejected ${when}.`,
      'The server checks the owner only if the generation has a certain status, or only if the id is in lowercase.',
      ({ every, maybe, one }) => {
        mustBe(maybe(label) !== undefined, every.some(({ key }) => key === 'other') ? TOO_FAST : NOT_SEEN);
        return rejected(one(label), "another account's generation");
      },
      { from: [probe] },
    ]),
  ),
  ...observations([FOREIGN_CLIP], {
    'get.refusal-status.foreign': [
      "The status and the error code for the id of another account's generation.",
      'foreign get',
    ],
    'get.refusal-status.malformed': [
      'The status and the error code for an id that is not a UUID.',
      'get words',
      { from: [MALFORMED] },
    ],
    'get.refusal-status.unknown': [
      'The status and the error code for an unknown id.',
      'unknown get',
      { requirement: 'errors.codes', from: [UNKNOWN] },
    ],
    'get.refusal-status.tells-apart': [
      "Whether the server sends the same response for the id of another account's generation and for an unknown id.",
      jointly(['foreign get', 'unknown get'], ([foreign, unknown]) =>
        statusAndCode(foreign).value === statusAndCode(unknown).value ? 'the same' : 'different',
      ),
    ],
    'get.cache-control': [
      'The Cache-Control header of a response with a record.',
      ({ maybe }) => {
        const answer = maybe('poll 1');
        mustBe(answer !== undefined, 'The server did not respond to the polls.');
        return observed(header(answer.response, 'cache-control') ?? 'nothing', answer);
      },
      { requirement: 'get.head', from: [BASE] },
    ],
  }),
  ...observations(
    { from: [SPELLINGS], requirement: 'errors.protocol' },
    ['upper case', 'trailing slash', 'double slash', 'query', 'long id'].map((label) => [
      `get.spelling.${label.replace(' ', '-')}`,
      `The response to a get request with an unusual path: ${label}.`,
      jointly([label], ([answer]) => describe(answer)),
    ]),
  ),
];

const TOLD = ['cost_usd', 'output', 'status', 'model', 'error'] as const;

/** Returns the fields with values of the record. An error may have members of any name, such as its own status. */
function shownOf({ every }: Evidence, answer: Answered, unknown: Fields): string[] {
  const place = pathOf(answer.request.url);
  const record = sightings(every).findLast(({ answer: { request } }) => pathOf(request.url) === place)?.record ?? {};
  const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
  return TOLD.filter((field) =>
    [objectOf(answer), errorOf(objectOf(answer)) ?? {}].some(
      (fields) =>
        fields[field] !== undefined && same(fields[field], record[field]) && !same(fields[field], unknown[field]),
    ),
  );
}
