/** Endpoints: get. */

import { defineCheck, defineObservation, type Check } from '../../engine/define.ts';
import { isBusy, objectOf, type Answered, type Evidence } from '../../engine/evidence.ts';
import { fail, observed, pass, untestable, missing } from '../../engine/outcome.ts';
import { header } from '../../client/exchange.ts';
import { errorOf, pathOf, sightings, type Fields } from '../lib/answers.ts';
import { everyAnswers } from '../lib/any-answer.ts';
import { BASE, WATCHED } from '../lib/clips.ts';
import { FAILING } from '../lib/failing.ts';
import { FOREIGN_CLIP, MALFORMED, SPELLINGS, UNKNOWN } from '../lib/lookups.ts';
import { hasStatus, hiddenFrom, statusAndCode, describe, rejected } from '../lib/rules.ts';

const isPoll = (answer: Answered): boolean => /^(poll|other poll|later|again) /.test(answer.label) && !isBusy(answer);

const PROMISED: readonly Check[] = [
  ...everyAnswers([BASE], {
    'get.answer.status': {
      proves: 'Every get request for a generation of the account returns 200, whatever the status of the generation.',
      failing:
        'The server returns 202 for a pending generation, 404 for a generation that no worker has started, or 500 for a failed generation. Or, after several parallel create requests, the server returns 404 for one of their generations.',
      only: isPoll,
      flaw: (answer) => (answer.response.status === 200 ? undefined : { expected: '200', got: describe(answer) }),
    },
    'get.answer.record': {
      proves: 'A get request returns the record with the id in the path.',
      failing: "The server returns the record of the latest generation, or the provider's record.",
      only: isPoll,
      flaw: (answer) => {
        const id = String(objectOf(answer)['id']).toLowerCase();
        const wanted = pathOf(answer.request.url).split('/').at(-1)?.toLowerCase();
        return id === wanted ? undefined : { expected: `the record of ${wanted}`, got: `the record of ${id}` };
      },
    },
  }),
  defineCheck({
    id: 'get.unknown',
    proves: 'A get request for an id that never existed returns 404.',
    failing: 'The server returns 400, 500, or 200 with null.',
    from: [UNKNOWN],
    judge: (evidence) => hasStatus(evidence.one('unknown get'), 404, 'an id that never existed'),
  }),
  defineCheck({
    id: 'get.foreign',
    proves: 'A get request for a generation of another account is rejected.',
    failing: 'The server returns the record to every client that knows the id.',
    from: [FOREIGN_CLIP],
    judge: (evidence) => hiddenFrom(evidence, 'foreign get', "another account's generation"),
  }),
  defineCheck({
    id: 'get.foreign.pending',
    proves:
      'Right after a create request, a get request with the key of another account is rejected. The rule applies even before the owner of the generation has sent a get request.',
    failing: 'The server checks the owner of a generation only after the clip exists.',
    from: [BASE, FOREIGN_CLIP],
    judge: (evidence) => hiddenFrom(evidence, 'foreign get early', "another account's generation"),
  }),
  ...(
    [
      ['running', WATCHED, 'foreign get of running', 'after a poll has shown the status "running"'],
      ['failed', FAILING, 'foreign get of failed', 'after the generation has failed'],
      ['capitals', FOREIGN_CLIP, 'foreign get in capitals', 'if the id is in uppercase'],
    ] as const
  ).map(([name, probe, label, when]) =>
    defineCheck({
      id: `get.foreign.${name}`,
      requirement: 'get.foreign',
      proves: `A get request for a generation of another account is rejected ${when}.`,
      failing:
        'The server checks the owner only if the generation has a certain status, or only if the id is in lowercase.',
      from: [probe],
      judge: (evidence) =>
        evidence.maybe(label) === undefined
          ? untestable(
              missing(
                '--key-other',
                'This check needs the key of another account (--key-other). The check also needs a server that does not complete the generation before the kit can test it.',
              ),
            )
          : rejected(evidence.one(label), "another account's generation"),
    }),
  ),
  defineCheck({
    id: 'get.foreign.nothing-shown',
    proves:
      'If a get request with the key of another account is rejected, the response does not contain values of the record.',
    failing: 'The error response contains the status, the cost or the output of the generation.',
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
    proves: 'A get request with an id that is not a UUID is rejected.',
    failing: 'The server also accepts the row number of a record as its id, or the database query fails (500).',
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
  ...everyAnswers([FAILING], {
    'errors.failed-generation': {
      proves: 'A poll of a failed generation returns 200 with the record.',
      failing: 'The server returns an error response to the poll.',
      only: (answer) => answer.probe === FAILING.id && isPoll(answer),
      flaw: (answer) =>
        answer.response.status === 200 ? undefined : { expected: '200 with a record', got: describe(answer) },
    },
  }),
];

const OPEN: readonly Check[] = [
  defineObservation({
    id: 'get.refusal-status.foreign',
    proves: "The status and the error code for the id of another account's generation.",
    from: [FOREIGN_CLIP],
    judge: (evidence) => statusAndCode(evidence.one('foreign get')),
  }),
  defineObservation({
    id: 'get.refusal-status.malformed',
    proves: 'The status and the error code for an id that is not a UUID.',
    from: [MALFORMED],
    judge: (evidence) => statusAndCode(evidence.one('get words')),
  }),
  defineObservation({
    id: 'get.refusal-status.unknown',
    requirement: 'errors.codes',
    proves: 'The status and the error code for an unknown id.',
    from: [UNKNOWN],
    judge: (evidence) => statusAndCode(evidence.one('unknown get')),
  }),
  defineObservation({
    id: 'get.refusal-status.tells-apart',
    proves:
      "Whether the server sends the same response for the id of another account's generation and for an unknown id.",
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
    proves: 'The Cache-Control header of a response with a record.',
    from: [BASE],
    judge: (evidence) => {
      const answer = evidence.maybe('poll 1');
      return answer === undefined
        ? untestable('The server did not respond to the polls.')
        : observed(header(answer.response, 'cache-control') ?? 'nothing', answer);
    },
  }),
  ...['upper case', 'trailing slash', 'double slash', 'query', 'long id'].map((label) =>
    defineObservation({
      id: `get.spelling.${label.replace(' ', '-')}`,
      requirement: 'errors.protocol',
      proves: `The response to a get request with an unusual path: ${label}.`,
      from: [SPELLINGS],
      judge: (evidence) => observed(describe(evidence.one(label)), evidence.one(label)),
    }),
  ),
];

export const GET_CHECKS: readonly Check[] = [...PROMISED, ...OPEN];

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
