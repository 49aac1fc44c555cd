/** HTTP: the `Date` of answers. */

import { defineCheck, defineHttpChecks, type Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, notApplicable, pass } from '../../engine/outcome.ts';
import { header } from '../../client/exchange.ts';
import { IMF_FIXDATE } from '../content/validators.ts';
import { BASE } from '../lib/clips.ts';
import { wrongHeader } from '../lib/rules.ts';
import { SOCKET } from '../versioning/versioning.ts';

/** The answers that have a Date where the server has a clock: errors of the server may lack it. */
function dated({ every }: Evidence): readonly Answered[] {
  return every.filter(
    ({ beyond, elsewhere, response: { status } }) => beyond !== true && elsewhere !== true && status < 500,
  );
}

function isUndated({ response }: Answered): boolean {
  return header(response, 'date') === undefined;
}

/** Seconds are all that a Date tells, and a server may keep its text for one. */
const LONG_ENOUGH_MS = 2500;

export const HTTP_DATE_CHECKS: readonly Check[] = [
  ...defineHttpChecks([SOCKET], {
    'http.date': {
      requirement: 'errors.protocol',
      proves:
        'If one response has a `Date`, all responses have a `Date`, in the required form (RFC 9110, 6.6.1 and 5.6.7).',
      failing: 'The server omits `Date` from responses with a part, or uses the form of ISO 8601.',
      judge: (evidence) => {
        const [answer, all] = [evidence.one('get'), dated(evidence)];
        if (all.every(isUndated)) return notApplicable('No response has a Date.', answer);
        const bare = [answer, ...all].find(isUndated);
        if (bare !== undefined) return fail(bare, 'a Date header', 'none');
        const odd = [answer, ...all].find(({ response }) => !IMF_FIXDATE.test(header(response, 'date') ?? ''));
        return odd === undefined
          ? pass(answer, ...all.slice(-2))
          : wrongHeader(odd, 'Date', 'a date in the form Sun, 06 Nov 1994 08:49:37 GMT');
      },
    },
    'http.date.sent': {
      requirement: 'errors.protocol',
      level: 'should',
      proves: 'Responses have a `Date`. A server with a clock must send this header (RFC 9110, 6.6.1).',
      failing:
        'The server has a clock but does not send `Date`. RFC 9110 allows this only for a server without a clock.',
      judge: (evidence) => {
        const answer = evidence.one('get');
        return dated(evidence).every(isUndated) ? fail(answer, 'a Date header', 'none') : pass(answer);
      },
    },
  }),
  defineCheck({
    id: 'http.date.goes-on',
    requirement: 'errors.protocol',
    authority: 'http',
    proves: 'The `Date` of responses advances with time (RFC 9110, 6.6.1).',
    failing: 'The server sets the `Date` once, at startup.',
    from: [BASE],
    passive: true,
    judge: (evidence) => {
      const all = dated(evidence).filter(
        ({ response }) => header(response, 'date') !== undefined && header(response, 'age') === undefined,
      );
      const [first, last] = [all[0], all.at(-1)];
      if (first === undefined || last === undefined || last.at - first.at < LONG_ENOUGH_MS)
        return notApplicable('The run was too short, or no response has a Date.', ...all.slice(0, 1));
      const date = header(first.response, 'date') ?? '';
      return all.some(({ response }) => header(response, 'date') !== date)
        ? pass(first, last)
        : fail([first, last], `a later Date than ${Math.floor((last.at - first.at) / 1000)} s before`, date);
    },
  }),
];
