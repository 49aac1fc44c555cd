/** Warnings about behavior that the document or an RFC advises against. */

import { LIMITS } from '../../../contract/limits.ts';
import { defineCheck, type Check, type CheckInput } from '../../engine/define.ts';
import { isObject, type Evidence } from '../../engine/evidence.ts';
import { untestable, type Outcome } from '../../engine/outcome.ts';
import { jsonOf } from '../../client/exchange.ts';
import { AUTHENTICATION_HTTP_CHECKS } from '../authentication/challenges.ts';
import { BASE } from '../lib/clips.ts';
import { namesTwice } from '../lib/internal.ts';
import { noneOf } from '../lib/rules.ts';
import { BODY_CHECKS } from '../request/body.ts';
import { EVERY_WORKFLOW_CHECKS } from '../request/every-workflow.ts';

/** The observations of whether the server accepts bodies that are not JSON. */
const NOT_JSON = ['trailing-comma', 'comment', 'single-quotes', 'nan'].map((odd) => `create.body.${odd}`);

export const WARNED_CHECKS: readonly Check[] = [
  warned('create.body.not-json', {
    requirement: 'service.json',
    proves: 'A create request whose body is not JSON is rejected: a trailing comma, a comment, single quotes or NaN.',
    failing: 'The server has a tolerant parser. So it charges for a body that other parsers reject.',
    from: probesOf(BODY_CHECKS, NOT_JSON),
    judge: (evidence) => noneAccepted(evidence, 'a rejection, because the body is not JSON'),
  }),
  warned('create.prompt.length.trailing-space', {
    requirement: 'create.prompt.length',
    proves: `A prompt of ${LIMITS.prompt.max} characters and a trailing space is too long.`,
    failing: 'The server trims a prompt before it counts the characters.',
    from: probesOf(EVERY_WORKFLOW_CHECKS, ['create.prompt.blank.trimmed']),
    judge: (evidence) => noneAccepted(evidence, `a rejection of ${LIMITS.prompt.max + 1} characters`),
  }),
  warned('authentication.bearer.query', {
    requirement: 'authentication.bearer',
    proves: 'A key in the query does not authenticate a request.',
    failing: 'The server accepts a key in the query. Proxies and browsers write queries into their logs.',
    from: probesOf(AUTHENTICATION_HTTP_CHECKS, ['authentication.other-places.query-access-token']),
    judge: ({ answers }) => {
      if (answers.length === 0) return untestable('The run did not send these requests.');
      const opened = answers.filter(({ response: { status } }) => status < 300 || status === 404);
      return noneOf(opened, answers, ['401, because the request has no Authorization header']);
    },
  }),
  warned('record.names-twice.unique', {
    authority: 'http',
    passive: true,
    requirement: 'service.json',
    proves: 'The names in each JSON object of a response are unique (RFC 8259, 4).',
    failing: 'The server writes a member twice. Parsers keep only one of the two values.',
    from: [BASE],
    judge: ({ every }) => {
      const json = every.filter(({ response }) => isObject(jsonOf(response)));
      if (json.length === 0) return untestable('No response of this run was JSON.');
      const twice = json.filter((answer) => namesTwice(answer).length > 0).slice(0, 1);
      return noneOf(twice, json.slice(0, 3), ['unique names', (answer) => `${namesTwice(answer).join(', ')} twice`]);
    },
  }),
];

function warned(id: string, about: Omit<CheckInput, 'id' | 'level'>): Check {
  return defineCheck({ ...about, id, level: 'should' });
}

/** Returns the probes of observations, so that the checks send no further requests. */
function probesOf(checks: readonly Check[], ids: readonly string[]): Check['from'] {
  return [...new Set(checks.filter(({ id }) => ids.includes(id)).flatMap(({ from }) => from))];
}

/** Judges creates without credits. The response 402 shows that the server found them valid. */
function noneAccepted({ answers, one }: Evidence, expected: string): Outcome {
  const control = one('control invalid');
  if (control.response.status === 402)
    return untestable('The server checks the credits before it validates the request.', control);
  const sent = answers.filter(({ label }) => label === 'create');
  if (sent.length === 0) return untestable('The run did not send these create requests.');
  const taken = sent.filter(({ response: { status } }) => status === 202 || status === 402);
  return noneOf(taken, sent, [expected]);
}
