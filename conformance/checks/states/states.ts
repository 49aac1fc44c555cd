/** States and transitions of every generation of a run. */

import { STATUSES } from '../../../contract/generation.ts';
import type { Check } from '../../engine/define.ts';
import { show, valueDifferences } from '../../engine/difference.ts';
import { AT_ONCE } from '../../engine/make-generation.ts';
import { isBusy, isObject, objectOf, type Answered, type Evidence } from '../../engine/evidence.ts';
import { fail, observed, type Outcome, pass, pinpointed, missing, type Missing } from '../../engine/outcome.ts';
import { type Fields, histories, inSequence, isAfter, type Sighting, sightingIn, sightings } from '../lib/answers.ts';
import { cases, type Expectation, flawed, holds, mustBe, observations, ofAnswers, ofRecords } from '../lib/cases.ts';
import { BASE, WATCHED } from '../lib/clips.ts';
import { DOWNLOAD } from '../lib/downloads.ts';
import { askedToFail, EXTEND_MANY } from '../lib/replays.ts';
import { FAILING } from '../lib/failing.ts';
import { hasStatus, describe, underWay } from '../lib/rules.ts';
import { NO_FAILING_TRIGGER } from '../lib/money.ts';
import { FAILING_EXTEND } from '../service/refunds.ts';
import { AGAIN, LATER } from './states-again.ts';

const rank = ({ record }: Sighting): number => {
  const at = STATUSES.findIndex((status) => status === record['status']);
  return Math.min(at, 2);
};
const hasEnded = ({ record }: Sighting): boolean => record['status'] === 'completed' || record['status'] === 'failed';

/** The statuses that a poll may show next. A poll may miss statuses in between. */
const ONWARD = {
  pending: ['pending', 'running', 'completed', 'failed'],
  running: ['running', 'completed', 'failed'],
} as const;

export const STATE_CHECKS: readonly Check[] = [
  ...cases([BASE], {
    'state.initial': [
      'The response to an accepted create request has the status `pending`.',
      'The server returns `running`, `queued`, or the finished clip.',
      ({ every }) => {
        const first = [...histories(every).values()].flatMap(([sighting]) => sighting ?? []);
        const accepted = first.filter(
          ({ answer }) => answer.request.method === 'POST' && answer.response.status === 202,
        );
        mustBe(accepted.length > 0, 'The server did not accept a create request with 202.');
        const wrong = accepted.find(({ record }) => record['status'] !== 'pending');
        if (wrong === undefined) return pass(...accepted.slice(0, 3).map(({ answer }) => answer));
        const got = wrong.record['status'];
        const outcome = fail(wrong.answer, '`status` to be "pending"', show(got));
        return pinpointed(outcome, valueDifferences('pending', got, 'status'));
      },
      { passive: true },
    ],
    'service.asynchronous': [
      'A create request returns while the generation is still pending or running.',
      'The server waits until the clip is finished before it responds to the create request.',
      ({ one }) => {
        const create = one('create');
        const sighting = sightingIn(create);
        if (sighting === undefined) return fail(create, 'a record', describe(create));
        const got = show(sighting.record['status']);
        return holds(!hasEnded(sighting), [create], ['a generation that is pending or running', got]);
      },
    ],
  }),
  ...cases(
    { from: [BASE, WATCHED], passive: true },
    (
      [
        ['pending', 'running'],
        ['running', 'completed'],
      ] as const
    ).map(([from, to]) => [
      `state.${from}-to-${to}`,
      `After \`${from}\`, the next status of a generation is \`${to}\` or a later status.`,
      `The server changes a generation from ${from} to a status that must not follow ${from}.`,
      transition(from, to),
    ]),
  ),
  ...cases([FAILING], {
    'state.to-failed': [
      'If a generation cannot be made, its status becomes `failed`, and a poll shows this status.',
      'The server shows the status `error`, or `completed` without a clip.',
      (evidence) => {
        const others = [EXTEND_MANY, FAILING_EXTEND].flatMap(({ id }) => {
          const { create, polls } = evidence.trace(id);
          return askedToFail(create) ? polls.slice(-1) : [];
        });
        const ends = [...others, ...evidence.trace(FAILING.id).polls.slice(-1)];
        mustBe(ends.length > 0, reasonOf(evidence));
        const wrong = ends.find((end) => objectOf(end)['status'] !== 'failed');
        if (wrong === undefined) return pass(...ends);
        return underWay(wrong) ?? fail(wrong, 'the status "failed" at the end', describe(wrong));
      },
      { passive: true },
    ],
    'state.no-way-back': [
      'No generation returns to an earlier status.',
      'The server has replicas, and a replica with old data responds to some polls.',
      ({ every }) => {
        const pairs = [...histories(every).values()].flatMap(inSequence);
        mustBe(pairs.length > 0, 'No generation appeared in more than one response.');
        const back = pairs.find(([earlier, later]) => rank(later) < rank(earlier));
        if (back === undefined) return pass(...pairs.slice(-2).map(([, later]) => later.answer));
        const [was, is] = back.map(({ record }) => record['status']);
        return fail(answersOf(back), `no earlier status after "${String(was)}"`, show(is));
      },
      { from: [BASE, WATCHED], passive: true },
    ],
    'state.terminal': [
      'After a generation is completed or has failed, its record does not change.',
      'The server retries a failed generation, or deletes a completed generation after a while.',
      ({ every }) => {
        const pairs = [...histories(every).values()].flatMap(inSequence).filter(([earlier]) => hasEnded(earlier));
        mustBe(pairs.length > 0, 'No completed or failed generation appeared in more than one response.');
        const changed = pairs.find(([earlier, later]) => !isSame(earlier, later));
        if (changed === undefined) return pass(...pairs.slice(-2).map(([, later]) => later.answer));
        const [{ record: was }, { record: is }] = changed;
        return pinpointed(
          fail(answersOf(changed), `the record as it was: ${show(was)}`, show(is)),
          valueDifferences(promised(was), promised(is)),
        );
      },
      { from: [BASE, LATER, AGAIN], passive: true },
    ],
  }),
  ...cases([BASE, DOWNLOAD], {
    'service.poll-to-the-end': [
      'If a client polls, the polls show that the generation ends. If the generation is completed, the client can download the clip.',
      'The server never ends a generation, or ends a generation without a clip.',
      (evidence) => {
        const [last, download] = [evidence.trace(evidence.anyClip).polls.slice(-1), evidence.one('whole')];
        return holds(download.response.status === 200, [...last, download], ['200 with the clip']);
      },
    ],
    'state.download-with-completion': [
      'A download without Range returns the clip as soon as a poll shows `completed`.',
      'The server shows `completed` before the file exists.',
      ({ one }) => hasStatus(one('whole'), 200, 'the whole download'),
      { from: [DOWNLOAD] },
    ],
    'state.download-with-completion.every': [
      'The clip of every workflow exists as soon as a poll shows `completed`.',
      'The server shows `completed`, but makes the clips of one workflow available only a moment later.',
      ofAnswers(
        (answer) => answer.label === AT_ONCE && !isBusy(answer),
        (answer) => (answer.response.status < 400 ? undefined : ['206, or 200 with the clip']),
      ),
      { from: [BASE], passive: true, defect: 'lost-rule' },
    ],
    'events.polling-suffices': [
      'Every poll returns the status.',
      'While the status does not change, the server returns 304 or an empty body.',
      ofRecords(({ status }) => (typeof status === 'string' ? undefined : flawed('status', 'a string', status))),
      { from: [BASE], passive: true },
    ],
  }),
  ...observations([BASE], {
    'state.skip-running': [
      'The statuses that polls returned for the cheapest clip.',
      ({ trace }) => {
        const { create, polls } = trace(BASE.id);
        return pathIn([...(create === undefined ? [] : [create]), ...polls]);
      },
    ],
    'state.watched-path': [
      'The statuses that polls returned for the generation that `keys.watched` made.',
      ({ answers }) => pathIn(answers),
      { requirement: 'state.latency', from: [WATCHED] },
    ],
    'state.failed-from': [
      'The last status before `failed` that polls returned for the failing generation.',
      ({ answers }) => {
        const seen = statusesIn(answers.filter(({ label }) => !label.startsWith('while')));
        return observed(seen[seen.indexOf('failed') - 1] ?? 'unseen');
      },
      { from: [FAILING] },
    ],
  }),
];

function statusesIn(answers: readonly Answered[]): string[] {
  return sightings(answers).map(({ record }) => String(record['status']));
}

function pathIn(answers: readonly Answered[]): Outcome {
  return observed([...new Set(statusesIn(answers))].join(' > '));
}

/** Expects that only allowed statuses follow a status. At least one generation must show the usual next status. */
function transition(from: 'pending' | 'running', to: string): Expectation {
  return ({ every }) => {
    const pairs = [...histories(every).values()].flatMap((history) =>
      history
        .slice(1)
        .flatMap((later, at): [Sighting, Sighting][] => history.slice(at, at + 1).map((earlier) => [earlier, later]))
        // A server may respond to either of two parallel get requests first.
        .filter(([earlier, later]) => earlier.record['status'] === from && isAfter(later.answer, earlier.answer)),
    );
    const wrong = pairs.find(([, later]) => !ONWARD[from].some((status) => status === later.record['status']));
    if (wrong !== undefined)
      return fail(wrong[1].answer, `one of ${ONWARD[from].join(', ')} after ${from}`, show(wrong[1].record['status']));
    const seen = pairs.find(([, later]) => later.record['status'] === to);
    const why = `No poll saw a change from ${from} to ${to}. Perhaps the generations changed too fast.`;
    mustBe(seen !== undefined, missing('--key-watched', why));
    return pass(...answersOf(seen));
  };
}

function answersOf(pair: readonly [Sighting, Sighting]): Answered[] {
  return pair.map(({ answer }) => answer);
}

/**
 * Returns the fields of a record that the document lists. Other members may change, a `request_id` may belong to the
 * poll, and a message is for people.
 */
function promised({ status, cost_usd, id, model, output, error }: Fields): Fields {
  const [url, code] = [isObject(output) ? output['url'] : output, isObject(error) ? error['code'] : error];
  const lower = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : (value ?? null));
  return { id: lower(id), model, status, cost_usd, 'output.url': lower(url), 'error.code': code ?? null };
}

function isSame(earlier: Sighting, later: Sighting): boolean {
  return JSON.stringify(promised(earlier.record)) === JSON.stringify(promised(later.record));
}

function reasonOf(evidence: Evidence): string | Missing {
  const create = evidence.maybe('create');
  return create === undefined
    ? NO_FAILING_TRIGGER
    : `The response to the failing create request was ${describe(create)}.`;
}
