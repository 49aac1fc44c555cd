/** Endpoints: get. */

import { defineCheck, defineObservation, type Check } from '../engine/define.ts';
import { isBusy, objectOf, type Answered, type Evidence } from '../engine/evidence.ts';
import { fail, observed, pass, untestable, missing } from '../engine/outcome.ts';
import { header } from '../client/exchange.ts';
import { errorOf, pathOf, sightings, type Fields } from './lib/answers.ts';
import { everyAnswer } from './lib/any-answer.ts';
import { BASE, WATCHED } from './lib/clips.ts';
import { FAILING } from './lib/failing.ts';
import { FOREIGN_CLIP, MALFORMED, SPELLINGS, UNKNOWN } from './lib/lookups.ts';
import { hasStatus, hiddenFrom, statusAndCode, describe, rejected } from './lib/rules.ts';

const isPoll = (answer: Answered): boolean => /^(poll|other poll|later|again) /.test(answer.label) && !isBusy(answer);

const PROMISED: readonly Check[] = [
  everyAnswer(
    {
      id: 'get.answer.status',
      requirement: 'get.answer.status',
      proves: 'Every get of a generation of the account returns 200, whatever its status.',
      failing:
        'It returns 202 for a pending generation, 404 for a generation that no worker has picked up, or 500 for a failed generation. Or it returns 404 for the id of one of several parallel creates.',
      from: [BASE],
    },
    isPoll,
    (answer) => (answer.response.status === 200 ? undefined : { expected: '200', got: describe(answer) }),
  ),
  everyAnswer(
    {
      id: 'get.answer.record',
      requirement: 'get.answer.record',
      proves: 'A get returns the record of the id in its path.',
      failing: 'It returns the latest record, or the record of the provider.',
      from: [BASE],
    },
    isPoll,
    (answer) => {
      const id = String(objectOf(answer)['id']).toLowerCase();
      const wanted = pathOf(answer.request.url).split('/').at(-1)?.toLowerCase();
      return id === wanted ? undefined : { expected: `the record of ${wanted}`, got: `the record of ${id}` };
    },
  ),
  defineCheck({
    id: 'get.unknown',
    requirement: 'get.unknown',
    proves: 'A get request for an id that never existed returns 404.',
    failing: 'It returns 200 with null, 400, or 500.',
    from: [UNKNOWN],
    judge: (evidence) => hasStatus(evidence.one('unknown get'), 404, 'an id that never existed'),
  }),
  defineCheck({
    id: 'get.foreign',
    requirement: 'get.foreign',
    proves: 'A get of a generation of another account is rejected.',
    failing: 'Every client that knows an id sees the record.',
    from: [FOREIGN_CLIP],
    judge: (evidence) => hiddenFrom(evidence, 'foreign get', "another account's generation"),
  }),
  defineCheck({
    id: 'get.foreign.pending',
    requirement: 'get.foreign',
    proves:
      'A get of a generation of another account is rejected directly after its create, before its owner has sent a get.',
    failing: 'It checks the owner of a generation only once the clip exists.',
    from: [BASE, FOREIGN_CLIP],
    judge: (evidence) => hiddenFrom(evidence, 'foreign get early', "another account's generation"),
  }),
  ...(
    [
      ['running', WATCHED, 'foreign get of running', 'once a poll has shown it running'],
      ['failed', FAILING, 'foreign get of failed', 'once it has failed'],
      ['capitals', FOREIGN_CLIP, 'foreign get in capitals', 'with its id in uppercase'],
    ] as const
  ).map(([name, probe, label, when]) =>
    defineCheck({
      id: `get.foreign.${name}`,
      requirement: 'get.foreign',
      proves: `A get of a generation of another account is rejected ${when}.`,
      failing: 'It checks the owner of a generation only in some statuses, or only for ids in lowercase.',
      from: [probe],
      judge: (evidence) =>
        evidence.maybe(label) === undefined
          ? untestable(
              missing(
                '--key-other',
                'It needs the key of another account (--key-other), and a server that does not complete the generation too fast.',
              ),
            )
          : rejected(evidence.one(label), "another account's generation"),
    }),
  ),
  defineCheck({
    id: 'get.foreign.nothing-shown',
    requirement: 'get.foreign',
    proves: 'The rejection does not contain values of the record.',
    failing: 'The error contains status, cost or output of the record.',
    from: [FOREIGN_CLIP],
    judge: (evidence) => {
      const [answer, unknown] = [evidence.one('foreign get'), evidence.one('unknown get')];
      const shown = shownOf(evidence, answer, objectOf(unknown));
      return shown.length === 0
        ? pass(answer)
        : fail(answer, 'no values of the record', `the fields ${shown.join(', ')}`);
    },
  }),
  defineCheck({
    id: 'get.malformed',
    requirement: 'get.malformed',
    proves: 'A get request with an id that is not a UUID is rejected.',
    failing: 'The database finds a record by number, or the query fails (500).',
    from: [MALFORMED],
    judge: (evidence) => {
      const outcomes = ['get words', 'get number', 'get cut'].map((label) =>
        rejected(evidence.one(label), 'an id that is not a UUID'),
      );
      return (
        outcomes.find(({ verdict }) => verdict !== 'pass') ??
        pass(evidence.one('get words'), evidence.one('get number'), evidence.one('get cut'))
      );
    },
  }),
  everyAnswer(
    {
      id: 'errors.failed-generation',
      requirement: 'errors.failed-generation',
      proves: 'A poll of a failed generation returns 200 with its record.',
      failing: 'It reports the failure as an error response to the poll.',
      from: [FAILING],
    },
    (answer) => answer.probe === FAILING.id && isPoll(answer),
    (answer) => (answer.response.status === 200 ? undefined : { expected: '200 with a record', got: describe(answer) }),
  ),
];

const OPEN: readonly Check[] = [
  defineObservation({
    id: 'get.refusal-status.foreign',
    requirement: 'get.refusal-status',
    proves: "Status and code for the id of another account's generation.",
    from: [FOREIGN_CLIP],
    judge: (evidence) => statusAndCode(evidence.one('foreign get')),
  }),
  defineObservation({
    id: 'get.refusal-status.malformed',
    requirement: 'get.refusal-status',
    proves: 'Status and code for an id that is not a UUID.',
    from: [MALFORMED],
    judge: (evidence) => statusAndCode(evidence.one('get words')),
  }),
  defineObservation({
    id: 'get.refusal-status.unknown',
    requirement: 'errors.codes',
    proves: 'Status and code for an unknown id.',
    from: [UNKNOWN],
    judge: (evidence) => statusAndCode(evidence.one('unknown get')),
  }),
  defineObservation({
    id: 'get.refusal-status.tells-apart',
    requirement: 'get.refusal-status',
    proves: "Whether the id of another account's generation gets the same response as an unknown id.",
    from: [FOREIGN_CLIP],
    judge: (evidence) => {
      const [foreign, unknown] = [evidence.one('foreign get'), evidence.one('unknown get')];
      const isSame = statusAndCode(foreign).value === statusAndCode(unknown).value;
      return observed(isSame ? 'the same' : 'different', foreign, unknown);
    },
  }),
  defineObservation({
    id: 'get.cache-control',
    requirement: 'get.head',
    proves: 'The Cache-Control header of a record.',
    from: [BASE],
    judge: (evidence) => {
      const answer = evidence.maybe('poll 1');
      return answer === undefined
        ? untestable('No poll got a response.')
        : observed(header(answer.response, 'cache-control') ?? 'nothing', answer);
    },
  }),
  ...['upper case', 'trailing slash', 'double slash', 'query', 'long id'].map((label) =>
    defineObservation({
      id: `get.spelling.${label.replace(' ', '-')}`,
      requirement: 'errors.protocol',
      proves: `The response to a get with an unusual path: ${label}.`,
      from: [SPELLINGS],
      judge: (evidence) => observed(describe(evidence.one(label)), evidence.one(label)),
    }),
  ),
];

export const GET_CHECKS: readonly Check[] = [...PROMISED, ...OPEN];

const TOLD = ['cost_usd', 'output', 'status', 'model', 'error'] as const;

/** Fields with the values of the record. An error may have members of any name, such as its own status. */
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
