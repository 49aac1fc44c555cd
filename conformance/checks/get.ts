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
import { hasStatus, keptFrom, statusAndCode, tell, turnedAway } from './lib/rules.ts';

const isPoll = (answer: Answered): boolean => /^(poll|other poll|later|again) /.test(answer.label) && !isBusy(answer);

const PROMISED: readonly Check[] = [
  everyAnswer(
    {
      id: 'get.answer.status',
      requirement: 'get.answer.status',
      proves: 'Every get of a generation of the account answers 200, whatever its state.',
      failing:
        'It answers 202 while pending, 404 until a worker has it or for what a create named that came with others, or 500 for a failed one.',
      from: [BASE],
    },
    isPoll,
    (answer) => (answer.response.status === 200 ? undefined : { expected: '200', got: tell(answer) }),
  ),
  everyAnswer(
    {
      id: 'get.answer.record',
      requirement: 'get.answer.record',
      proves: 'A get answers with the record of the id in its path.',
      failing: 'It answers with the latest record, or that of the task at the provider.',
      from: [BASE],
    },
    isPoll,
    (answer) => {
      const id = String(objectOf(answer)['id']).toLowerCase();
      const wanted = pathOf(answer.request.url).split('/').at(-1)?.toLowerCase();
      return id === wanted ? undefined : { expected: `the record of ${wanted}`, got: `that of ${id}` };
    },
  ),
  defineCheck({
    id: 'get.unknown',
    requirement: 'get.unknown',
    proves: 'A get request for an id that never existed returns 404.',
    failing: 'It answers 200 with null, 400, or 500.',
    from: [UNKNOWN],
    judge: (evidence) => hasStatus(evidence.one('unknown get'), 404, 'an id that never existed'),
  }),
  defineCheck({
    id: 'get.foreign',
    requirement: 'get.foreign',
    proves: 'A get of a generation of another account is refused.',
    failing: 'Every client that knows an id sees the record.',
    from: [FOREIGN_CLIP],
    judge: (evidence) => keptFrom(evidence, 'foreign get', "another account's generation"),
  }),
  defineCheck({
    id: 'get.foreign.pending',
    requirement: 'get.foreign',
    proves:
      'A get of a generation of another account is refused from the create on, before the account that made it has sent a get.',
    failing: 'It asks whose a generation is once there is a clip.',
    from: [BASE, FOREIGN_CLIP],
    judge: (evidence) => keptFrom(evidence, 'foreign get early', "another account's generation"),
  }),
  ...(
    [
      ['running', WATCHED, 'foreign get of running', 'once a poll has shown it running'],
      ['failed', FAILING, 'foreign get of failed', 'once it has failed'],
      ['capitals', FOREIGN_CLIP, 'foreign get in capitals', 'with its id in capitals'],
    ] as const
  ).map(([name, probe, label, when]) =>
    defineCheck({
      id: `get.foreign.${name}`,
      requirement: 'get.foreign',
      proves: `A get of a generation of another account is refused ${when}.`,
      failing: 'It asks whose a generation is in some of its states only, or for ids as it writes them.',
      from: [probe],
      judge: (evidence) =>
        evidence.maybe(label) === undefined
          ? untestable(
              missing(
                '--key-other',
                'It needs the key of another account (--key-other), and a server that is not too quick.',
              ),
            )
          : turnedAway(evidence.one(label), "another account's generation"),
    }),
  ),
  defineCheck({
    id: 'get.foreign.nothing-shown',
    requirement: 'get.foreign',
    proves: 'The refusal shows nothing of the record.',
    failing: 'The error repeats status, cost or output.',
    from: [FOREIGN_CLIP],
    judge: (evidence) => {
      const [answer, unknown] = [evidence.one('foreign get'), evidence.one('unknown get')];
      const shown = shownOf(evidence, answer, objectOf(unknown));
      return shown.length === 0
        ? pass(answer)
        : fail(answer, 'nothing of the record', `the fields ${shown.join(', ')}`);
    },
  }),
  defineCheck({
    id: 'get.malformed',
    requirement: 'get.malformed',
    proves: 'A get request with an id that is not a UUID is rejected.',
    failing: 'The database finds a number, or the query crashes (500).',
    from: [MALFORMED],
    judge: (evidence) => {
      const outcomes = ['get words', 'get number', 'get cut'].map((label) =>
        turnedAway(evidence.one(label), 'an id that is no uuid'),
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
      proves: 'A poll of a failed generation answers 200 with its record.',
      failing: 'The failure comes as an error answer to the poll.',
      from: [FAILING],
    },
    (answer) => answer.probe === FAILING.id && isPoll(answer),
    (answer) => (answer.response.status === 200 ? undefined : { expected: '200 with a record', got: tell(answer) }),
  ),
];

const OPEN: readonly Check[] = [
  defineObservation({
    id: 'get.refusal-status.foreign',
    requirement: 'get.refusal-status',
    proves: 'Status and code for a foreign id.',
    from: [FOREIGN_CLIP],
    judge: (evidence) => statusAndCode(evidence.one('foreign get')),
  }),
  defineObservation({
    id: 'get.refusal-status.malformed',
    requirement: 'get.refusal-status',
    proves: 'Status and code for an id that is no uuid.',
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
    proves: 'Whether a foreign id is answered like an unknown one.',
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
    proves: 'What a record says about caches.',
    from: [BASE],
    judge: (evidence) => {
      const answer = evidence.maybe('poll 1');
      return answer === undefined
        ? untestable('No poll was answered.')
        : observed(header(answer.response, 'cache-control') ?? 'nothing', answer);
    },
  }),
  ...['upper case', 'trailing slash', 'double slash', 'query', 'long id'].map((label) =>
    defineObservation({
      id: `get.spelling.${label.replace(' ', '-')}`,
      requirement: 'errors.protocol',
      proves: `How a get is answered whose path is written unusually: ${label}.`,
      from: [SPELLINGS],
      judge: (evidence) => observed(tell(evidence.one(label)), evidence.one(label)),
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
