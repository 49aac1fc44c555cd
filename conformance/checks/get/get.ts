/** Endpoints: get. */

import { type Check } from '../../engine/define.ts';
import { isBusy, objectOf, type Answered, type Evidence } from '../../engine/evidence.ts';
import { fail, observed, pass, untestable, missing } from '../../engine/outcome.ts';
import { header } from '../../client/exchange.ts';
import { errorOf, pathOf, sightings, type Fields } from '../lib/answers.ts';
import { cases, observations, ofAnswers, rejects, jointly } from '../lib/cases.ts';
import { BASE, WATCHED } from '../lib/clips.ts';
import { FAILING } from '../lib/failing.ts';
import { FOREIGN_CLIP, MALFORMED, SPELLINGS, UNKNOWN } from '../lib/lookups.ts';
import { hasStatus, hiddenFrom, statusAndCode, describe, rejected } from '../lib/rules.ts';

const isPoll = (answer: Answered): boolean => /^(poll|other poll|later|again) /.test(answer.label) && !isBusy(answer);

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
  }),
  ...cases(
    [],
    (
      [
        ['running', WATCHED, 'foreign get of running', 'after a poll has shown the status "running"'],
        ['failed', FAILING, 'foreign get of failed', 'after the generation has failed'],
        ['capitals', FOREIGN_CLIP, 'foreign get in capitals', 'if the id is in uppercase'],
      ] as const
    ).map(([name, probe, label, when]) => [
      `get.foreign.${name}`,
      `A get request for a generation of another account is rejected ${when}.`,
      'The server checks the owner only if the generation has a certain status, or only if the id is in lowercase.',
      (evidence) =>
        evidence.maybe(label) === undefined
          ? untestable(
              missing(
                '--key-other',
                'This check needs the key of another account (--key-other). The check also needs a server that does not complete the generation before the kit can test it.',
              ),
            )
          : rejected(evidence.one(label), "another account's generation"),
      { from: [probe] },
    ]),
  ),
  ...cases([FOREIGN_CLIP], {
    'get.foreign.nothing-shown': [
      'If a get request with the key of another account is rejected, the response does not contain values of the record.',
      'The error response contains the status, the cost or the output of the generation.',
      (evidence) => {
        const [answer, unknown] = [evidence.one('foreign get'), evidence.one('unknown get')];
        const shown = shownOf(evidence, answer, objectOf(unknown));
        return shown.length === 0
          ? pass(answer)
          : fail(answer, 'no values of the record', `the fields ${shown.join(', ')}`);
      },
    ],
    'get.malformed': [
      'A get request with an id that is not a UUID is rejected.',
      'The server also accepts the row number of a record as its id, or the database query fails (500).',
      rejects(['get words', 'get number', 'get cut'], 'an id that is not a UUID'),
      { from: [MALFORMED] },
    ],
  }),
  ...cases(
    { from: [FAILING], passive: true },
    {
      'errors.failed-generation': [
        'A poll of a failed generation returns 200 with the record.',
        'The server returns an error response to the poll.',
        ofAnswers(
          (answer) => answer.probe === FAILING.id && isPoll(answer),
          (answer) => (answer.response.status === 200 ? undefined : ['200 with a record']),
        ),
      ],
    },
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
      jointly(['foreign get', 'unknown get'], ([foreign, unknown]) => {
        const isSame = statusAndCode(foreign).value === statusAndCode(unknown).value;
        return isSame ? 'the same' : 'different';
      }),
    ],
    'get.cache-control': [
      'The Cache-Control header of a response with a record.',
      (evidence) => {
        const answer = evidence.maybe('poll 1');
        return answer === undefined
          ? untestable('The server did not respond to the polls.')
          : observed(header(answer.response, 'cache-control') ?? 'nothing', answer);
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
