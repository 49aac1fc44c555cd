/** Resources: the generation record, on every answer that passes by. */

import { STATUSES } from '../../contract/generation.ts';
import { MODEL } from '../../contract/model.ts';
import { UUID_PATTERN } from '../../contract/request.ts';
import { defineCheck, defineObservation, type Check } from '../engine/define.ts';
import { show, valueDifferences } from '../engine/difference.ts';
import { isObject } from '../engine/evidence.ts';
import { fail, observed, pass, pinpointed, untestable } from '../engine/outcome.ts';
import { errorOf, histories, sightings, type Fields } from './lib/answers.ts';
import { everyRecord, flawed, type Flaw } from './lib/any-answer.ts';
import { BASE, WATCHED } from './lib/clips.ts';
import { FAILING } from './lib/failing.ts';

const UUID = new RegExp(UUID_PATTERN);
const KNOWN = new Set(['id', 'object', 'model', 'status', 'cost_usd', 'output', 'error']);
const is = (status: string) => (record: Fields) => record['status'] === status;
const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const FIELDS: readonly Check[] = [
  everyRecord(
    {
      id: 'record.id',
      requirement: 'record.id',
      proves: 'Every record has an `id` in the form of a UUID.',
      failing: 'It uses numbers as ids, or adds a prefix to the UUID.',
      from: [BASE],
    },
    ({ id }) => (typeof id === 'string' && UUID.test(id) ? undefined : flawed('id', 'a uuid', id)),
  ),
  everyRecord(
    {
      id: 'record.object',
      requirement: 'record.object',
      proves: 'Every record has `object`: `video.generation`.',
      failing: 'It leaves `object` out, or names another kind.',
      from: [BASE],
    },
    ({ object }) => (object === 'video.generation' ? undefined : flawed('object', '"video.generation"', object)),
  ),
  everyRecord(
    {
      id: 'record.model',
      requirement: 'record.model',
      proves: 'Every record names the model.',
      failing: 'It shows the name that the provider uses for the model.',
      from: [BASE],
    },
    ({ model }) => (model === MODEL ? undefined : flawed('model', `"${MODEL}"`, model)),
  ),
  everyRecord(
    {
      id: 'service.one-model.record',
      requirement: 'service.one-model',
      proves: 'No record names another model.',
      failing: 'It shows the model of another workflow.',
      from: [BASE],
    },
    ({ model }) => (model === MODEL ? undefined : flawed('model', `"${MODEL}"`, model)),
  ),
  everyRecord(
    {
      id: 'record.status',
      requirement: 'record.status',
      proves: 'Every record has one of the four statuses.',
      failing: 'It shows `queued`, `processing` or `succeeded`.',
      from: [BASE],
    },
    ({ status }) =>
      STATUSES.some((known) => known === status)
        ? undefined
        : flawed('status', `one of ${STATUSES.join(', ')}`, status),
  ),
  everyRecord(
    {
      id: 'record.cost-usd',
      requirement: 'record.cost-usd',
      proves: 'Every record has `cost_usd`, a finite number that is not negative.',
      failing: 'It shows the cost as a string, as 1e999, or not at all.',
      from: [BASE],
    },
    ({ cost_usd: cost }) =>
      typeof cost === 'number' && Number.isFinite(cost) && cost >= 0
        ? undefined
        : flawed('cost_usd', 'a finite number that is not negative', cost),
  ),
];

const PARTS: readonly Check[] = [
  everyRecord(
    {
      id: 'record.output.when-completed',
      requirement: 'record.output.when-completed',
      proves: 'A completed record has `output.url`.',
      failing: 'It shows the status `completed` first, and adds the output later.',
      from: [BASE],
    },
    ({ output }) =>
      isObject(output) && typeof output['url'] === 'string' ? undefined : flawed('output.url', 'a string', output),
    is('completed'),
  ),
  everyRecord(
    {
      id: 'record.output.not-otherwise',
      requirement: 'record.output.not-otherwise',
      proves: 'A record that is not completed has no output.',
      failing: 'It returns the URL at the create.',
      from: [BASE, WATCHED],
    },
    ({ output }) =>
      isAbsent(output) ? undefined : flawed('output', 'absent while the generation is not completed', output),
    (record) => record['status'] !== 'completed',
  ),
  everyRecord(
    {
      id: 'record.output.url',
      requirement: 'record.output.url',
      proves: '`output.url` is `/v1/videos/<id>/content` with the id of its record.',
      failing: 'It is absolute, signed, or contains another id.',
      from: [BASE],
    },
    urlFlaw,
    (record) => record['status'] === 'completed' && isObject(record['output']),
  ),
  everyRecord(
    {
      id: 'record.error.when-failed',
      requirement: 'record.error.when-failed',
      proves: 'A failed record has `error` with code and message.',
      failing: 'Its failed record has no error, or a string as error.',
      from: [FAILING],
    },
    errorFlaw,
    is('failed'),
  ),
  everyRecord(
    {
      id: 'record.error.not-otherwise',
      requirement: 'record.error.not-otherwise',
      proves: 'A record that has not failed has no error.',
      failing: 'It sends an empty `error` object along.',
      from: [BASE],
    },
    ({ error }) => (isAbsent(error) ? undefined : flawed('error', 'absent unless the generation failed', error)),
    (record) => record['status'] !== 'failed',
  ),
  everyRecord(
    {
      id: 'record.error.request-id',
      requirement: 'error.request-id',
      proves: 'The `request_id` of a failed record, if there is one, is a uuid.',
      failing: "It shows the provider's id of the task.",
      from: [FAILING],
    },
    (record) => requestIdFlaw(errorOf(record)),
    is('failed'),
  ),
];

const COST: readonly Check[] = [
  defineCheck({
    id: 'record.cost-usd.reserved',
    requirement: 'record.cost-usd.reserved',
    proves: 'All records of one generation show the same cost.',
    failing: 'The cost is an estimate that changes from poll to poll, or drops to 0 after a refund.',
    from: [BASE],
    passive: true,
    judge: ({ every }) => {
      const longer = [...histories(every).values()].filter((history) => history.length > 1);
      if (longer.length === 0) return untestable('No generation was seen in two responses.');
      for (const history of longer) {
        const [first] = history;
        const other = history.find(({ record }) => record['cost_usd'] !== first?.record['cost_usd']);
        if (first !== undefined && other !== undefined) {
          const [cost, later] = [first.record['cost_usd'], other.record['cost_usd']];
          return pinpointed(
            fail([first.answer, other.answer], `the cost of the create, ${show(cost)}`, show(later)),
            valueDifferences(cost, later, 'cost_usd'),
          );
        }
      }
      return pass(
        ...longer
          .flat()
          .slice(0, 4)
          .map(({ answer }) => answer),
      );
    },
  }),
];

const OPEN: readonly Check[] = [
  defineObservation({
    id: 'record.absent-fields',
    requirement: 'record.absent-fields',
    proves: 'Whether fields that do not apply are omitted or null.',
    from: [BASE],
    passive: true,
    judge: ({ every }) => {
      const records = sightings(every);
      const isNull = records.some(({ record }) => record['output'] === null || record['error'] === null);
      return records.length === 0 ? untestable('This run got no record.') : observed(isNull ? 'null' : 'left out');
    },
  }),
  defineObservation({
    id: 'record.extra-fields',
    requirement: 'record.extra-fields',
    proves: 'Which fields records have in addition to the listed fields.',
    from: [BASE],
    passive: true,
    judge: ({ every }) => {
      const seen = sightings(every);
      const extra = seen.flatMap(({ record }) => Object.keys(record).filter((name) => !KNOWN.has(name)));
      if (seen.length === 0) return untestable('This run got no record.');
      return observed([...new Set(extra)].sort().join(', ') || 'none', ...seen.slice(0, 3).map(({ answer }) => answer));
    },
  }),
  defineObservation({
    id: 'record.cost-usd.precision',
    requirement: 'record.cost-usd.precision',
    proves: 'The maximum number of decimals of a cost.',
    from: [BASE],
    passive: true,
    judge: ({ every }) => {
      const decimals = sightings(every).map(
        ({ record }) => /\.(\d+)$/.exec(String(record['cost_usd']))?.[1]?.length ?? 0,
      );
      return decimals.length === 0 ? untestable('This run got no record.') : observed(String(Math.max(...decimals)));
    },
  }),
];

export const RECORD_CHECKS: readonly Check[] = [...FIELDS, ...PARTS, ...COST, ...OPEN];

function urlFlaw({ id, output }: Fields): Flaw | undefined {
  const wanted = `/v1/videos/${String(id)}/content`;
  const url = isObject(output) ? output['url'] : undefined;
  return String(url).toLowerCase() === wanted.toLowerCase() ? undefined : flawed('output.url', `"${wanted}"`, url);
}

function errorFlaw(record: Fields): Flaw | undefined {
  const error = errorOf(record);
  if (error === undefined) return flawed('error', 'an object', record['error']);
  if (typeof error['code'] !== 'string' || error['code'] === '')
    return flawed('error.code', 'a string that is not empty', error['code']);
  return typeof error['message'] === 'string' && error['message'] !== ''
    ? undefined
    : flawed('error.message', 'a string that is not empty', error['message']);
}

function requestIdFlaw(error: Fields | undefined): Flaw | undefined {
  const id = error?.['request_id'];
  return isAbsent(id) || (typeof id === 'string' && UUID.test(id))
    ? undefined
    : flawed('error.request_id', 'a uuid', id);
}
