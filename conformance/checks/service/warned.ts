/** Warnings about behavior that the document or an RFC advises against. */

import { LIMITS } from '../../../contract/limits.ts';
import { defineCheck, type Check } from '../../engine/define.ts';
import { isObject, type Answered, type Evidence } from '../../engine/evidence.ts';
import { fail, pass, untestable, type Outcome } from '../../engine/outcome.ts';
import { jsonOf } from '../../client/exchange.ts';
import { AUTHENTICATION_HTTP_CHECKS } from '../authentication/challenges.ts';
import { BASE } from '../lib/clips.ts';
import { repeatedNames } from '../lib/json-names.ts';
import { describe, withOthers } from '../lib/rules.ts';
import { CONTROL } from '../lib/twins.ts';
import { BODY_CHECKS } from '../request/body.ts';

/** Bodies that are not JSON, by the observation of whether the server accepts them. */
const NOT_JSON = ['trailing-comma', 'comment', 'single-quotes', 'nan'].map((odd) => `create.body.${odd}`);

export const WARNED_CHECKS: readonly Check[] = [
  warned('create.body.not-json', {
    requirement: 'service.json',
    proves: 'A create request whose body is not JSON is rejected: a trailing comma, a comment, single quotes or NaN.',
    failing: 'The server has a tolerant parser. So it charges for a body that other parsers reject.',
    from: [CONTROL, ...probesOf(BODY_CHECKS, NOT_JSON)],
    judge: (evidence) => noneAccepted(evidence, 'a rejection, because the body is not JSON'),
  }),
  warned('create.prompt.length.trailing-space', {
    requirement: 'create.prompt.length',
    proves: `A prompt of ${LIMITS.prompt.max} characters and a trailing space is too long.`,
    failing: 'The server trims a prompt before it counts the characters.',
    from: [CONTROL, ...probesOf(BODY_CHECKS, ['create.prompt.blank.trimmed'])],
    judge: (evidence) => noneAccepted(evidence, `a rejection of ${LIMITS.prompt.max + 1} characters`),
  }),
  warned('authentication.bearer.query', {
    requirement: 'authentication.bearer',
    proves: 'A key in the query does not authenticate a request.',
    failing: 'The server accepts a key in the query. Proxies and browsers write queries into their logs.',
    from: probesOf(AUTHENTICATION_HTTP_CHECKS, ['authentication.other-places.query-access-token']),
    judge: ({ answers }) => {
      const [opened, ...others] = answers.filter(({ response: { status } }) => status < 300 || status === 404);
      if (answers.length === 0) return untestable('The run did not send these requests.');
      return opened === undefined
        ? pass(...answers)
        : withOthers(fail(opened, '401, because the request has no Authorization header', describe(opened)), others);
    },
  }),
  {
    ...warned('record.names-twice.unique', {
      requirement: 'service.json',
      proves: 'The names in each JSON object of a response are unique (RFC 8259, 4).',
      failing: 'The server writes a member twice. Parsers keep only one of the two values.',
      from: [BASE],
      judge: ({ every }) => {
        const json = every.filter(({ response }) => isObject(jsonOf(response)));
        const twice = json.find((answer) => namesTwice(answer).length > 0);
        if (json.length === 0) return untestable('No response of this run was JSON.');
        return twice === undefined
          ? pass(...json.slice(0, 3))
          : fail(twice, 'unique names', `${namesTwice(twice).join(', ')} twice`);
      },
    }),
    authority: 'http',
    passive: true,
  },
];

function warned(id: string, about: Pick<Check, 'requirement' | 'proves' | 'failing' | 'from' | 'judge'>): Check {
  return defineCheck({ ...about, id, level: 'should' });
}

/** The probes of observations that send their requests anyway. */
function probesOf(checks: readonly Check[], ids: readonly string[]): Check['from'] {
  return [...new Set(checks.filter(({ id }) => ids.includes(id)).flatMap(({ from }) => from))].filter(
    (probe) => probe !== CONTROL,
  );
}

/** Judges creates without credits. The response 402 shows that the server found them valid. */
function noneAccepted({ answers, one }: Evidence, expected: string): Outcome {
  const control = one('control invalid');
  if (control.response.status === 402)
    return untestable('The server checks the credits before it validates the request.', control);
  const sent = answers.filter(({ label }) => label === 'create');
  if (sent.length === 0) return untestable('The run did not send these create requests.');
  const [taken, ...others] = sent.filter(({ response: { status } }) => status === 202 || status === 402);
  return taken === undefined ? pass(...sent) : withOthers(fail(taken, expected, describe(taken)), others);
}

/** No names if the text is written as JSON.stringify writes it. */
function namesTwice({ response }: Answered): string[] {
  const { text = '' } = response.body;
  return JSON.stringify(jsonOf(response)) === text ? [] : repeatedNames(text);
}
