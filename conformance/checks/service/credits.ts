/** Credits: parallel creates, polls and replays, and the end of a generation. */

import type { Check } from '../../engine/define.ts';
import { objectOf, type Answered, type Evidence } from '../../engine/evidence.ts';
import { fail, type Outcome, pass, untestable } from '../../engine/outcome.ts';
import { cases, holds, mustBe, observations } from '../lib/cases.ts';
import { FAILED_SOURCE, FAILING, MIXED_SOURCES, REFUSED_FIRST, SPENDING, spentIn } from '../lib/failing.ts';
import { mustStayReserved } from '../lib/money.ts';
import { mustReplay, replaySeen, sameCosts } from '../lib/replays.ts';
import { CONTROLS } from '../lib/control-requests.ts';
import { isRefusal, refused, describe } from '../lib/rules.ts';

export const CREDIT_CHECKS: readonly Check[] = [
  ...cases([REFUSED_FIRST], {
    'credits.reserve.parallel': [
      'If the credits cover only one generation, at most one of six parallel create requests is accepted.',
      'The server checks the credits for all six create requests before it reserves credits for the first.',
      (evidence) => {
        const atOnce = [evidence.one('affordable'), ...evidence.all('rival ')];
        const [first, second] = spentIn(evidence);
        const isTaken = atOnce.includes(first) && first.response.status < 300;
        mustBe(isTaken, 'The server rejected all parallel create requests.', first);
        mustBe(leftTogether(atOnce), 'The create requests were not parallel, because of a rate limit.', ...atOnce);
        return second.response.status < 300 && atOnce.includes(second)
          ? fail([first, second], 'a single generation, because the credits cover only one', 'two generations')
          : pass(...atOnce);
      },
      { from: [SPENDING], passive: true },
    ],
    'credits.reserve.every-mode': [
      'If no credits are left, create requests with an image are rejected like text create requests. The rule applies to image mode and to reference mode.',
      'The server checks the credits only for text create requests, not for other workflows.',
      (evidence) => {
        const text = evidence.one('control valid');
        mustBe(text.response.status === 402, 'A valid create request without credits did not return 402.', text);
        const others = ['control image', 'control reference'].map((label) => evidence.one(label));
        const taken = others.find(({ response }) => response.status < 300);
        if (taken !== undefined) return fail([text, taken], '402, as for a text create request', describe(taken));
        const short = others.filter(({ response }) => response.status === 402);
        mustBe(short.length > 0, 'The server rejected both create requests before it checked the credits.', ...others);
        return pass(text, ...short);
      },
      { from: [...CONTROLS], defect: 'lost-rule', passive: true },
    ],
    'credits.reserve.whole': [
      'A create request for 30 s at 1080p returns 402 if the credits cover only 4 s at 480p.',
      'The server checks only that some credits are left, or that they cover one second.',
      ({ one }) => notCovered(one('dearer')),
    ],
    'credits.reserve.tier': [
      'A create request for 4 s at a more expensive resolution returns 402 if the credits cover only 4 s at 480p.',
      'The server checks only that the credits cover the cheapest resolution.',
      ({ maybe }) => {
        const answer = maybe('dearer tier');
        const why = 'In the profile, every resolution costs less than twice as much as 480p (prices.withoutSources).';
        return answer === undefined ? untestable(why) : notCovered(answer);
      },
    ],
    'credits.capture': [
      'A completed generation is never refunded, even if a client polls and downloads it many times.',
      'The server refunds every generation at its end, or refunds a part of the cost.',
      ({ one, trace }) => {
        const [before, after] = [one('not affordable'), one('after completion')];
        const why = 'The credits were not used up while the generation was running.';
        mustBe(before.response.status === 402, why, before, after);
        const answers = [before, ...trace(SPENDING.id).polls.slice(-1), after];
        return holds(after.response.status === 402, answers, ['402, because the credits paid for the clip']);
      },
      { requirement: 'credits.reserve', from: [SPENDING], passive: true },
    ],
    'credits.replay': [
      'After a failure, the server refunds the whole reservation. The rule applies even if the create request was replayed while the generation was running, and again after the failure.',
      'The server reserves credits for each replay, although a replay makes no new generation.',
      (evidence) => {
        const [create, replays, [next]] = [evidence.one('create'), replaysOf(evidence), spentIn(evidence)];
        const isRefunded = next.response.status < 300;
        const hasFailed = evidence
          .trace(FAILING.id)
          .polls.slice(-1)
          .some((last) => objectOf(last)['status'] === 'failed');
        mustBe(
          isRefunded || hasFailed,
          'The kit did not see the generation fail, so its credits may be reserved.',
          next,
        );
        return holds(isRefunded, [create, ...replays, next], ['202, because the replays did not cost credits']);
      },
      { requirement: 'credits.refund', from: [FAILING, SPENDING], defect: 'idempotency', passive: true },
    ],
    'record.cost-usd.reserved.replay': [
      'If a replay returns the generation of the first create request, the replay shows the cost of that generation.',
      'The server shows another cost in the replay, such as zero or twice the cost.',
      (evidence) => sameCosts(replaysOf(evidence).map((replay) => [evidence.one('create'), replay])),
      { from: [FAILING], defect: 'idempotency', passive: true },
    ],
    'create.source-video-ids.completed.failed.mixed': [
      'A failed source video is rejected for every operation. The rule applies to a single source video, and to a source video before or after a completed source video.',
      'The server checks the status of only the first source video.',
      (evidence) => {
        const answers = MIXED_SOURCES.filter((label) => evidence.maybe(label)).map((label) => evidence.one(label));
        const taken = answers.find((answer) => !isRefusal(answer));
        const judged = taken ?? (answers.length < MIXED_SOURCES.length ? undefined : answers[0]);
        mustBe(judged !== undefined, 'Not all of these create requests were sent. Perhaps no generation is completed.');
        if (judged.response.status !== 402) return refused(evidence, judged.label, 'one of its source videos failed');
        const why = 'The server checked the credits before it checked the source videos.';
        mustBe(looksBeforeCredits(evidence), why, judged);
        return fail(judged, 'a rejection, because one of its source videos failed', describe(judged));
      },
      { from: [FAILED_SOURCE], defect: 'position', passive: true },
    ],
  }),
  ...observations(
    [FAILING],
    ['while reserved', 'after the failure'].map((when) => [
      `idempotency.replay.${when.replaceAll(' ', '-')}`,
      `The response to the same create request with the same Idempotency-Key, if no credits are left (${when}).`,
      replaySeen(
        `replay ${when}`,
        (replay) => `replayed as ${String(objectOf(replay)['status'])}`,
        'another generation',
      ),
      { requirement: when === 'while reserved' ? 'idempotency.replay' : 'idempotency.after-failure' },
    ]),
  ),
];

/** Returns whether two requests were in progress at one time. With a rate limit, the kit sends one at a time. */
function leftTogether(answers: readonly Answered[]): boolean {
  const allOf = answers.toSorted((one, other) => one.at - other.at);
  return allOf.some(({ at, ms }, place) => (allOf[place + 1]?.at ?? Infinity) < at + ms);
}

function notCovered(answer: Answered): Outcome {
  return holds(answer.response.status === 402, [answer], ['402, because the credits cover only 4 s at 480p']);
}

/** Returns the replays of the failing create that showed its generation. Ends the check without a replay. */
function replaysOf(evidence: Evidence): Answered[] {
  const replays = mustReplay(evidence.one('create'), evidence.all('replay '));
  mustStayReserved(evidence);
  return replays;
}

/**
 * Returns whether the server rejected the failed source alone, although no credits were left. Then a 402 for another
 * create with a source means that the server accepted its sources.
 */
function looksBeforeCredits(evidence: Evidence): boolean {
  const single = evidence.maybe('failed source');
  return single?.key === 'once' && isRefusal(single);
}
