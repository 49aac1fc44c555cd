/** Judges conditions of downloads. A server need not know conditions, but if it does, RFC 9110, 13, says how. */

import { header } from '../client/exchange.ts';
import { breachOf, type Breach, type AnsweredStep } from './breach.ts';
import type { KnownClip } from './world.ts';

type Headers = ReadonlyMap<string, string>;

/** The breaches of a response that a condition decides. Undefined: no condition does, so that the range counts. */
export function judgeConditions(
  answered: AnsweredStep,
  clip: KnownClip,
  headers: Headers,
): readonly Breach[] | undefined {
  const { status } = answered.exchange.response;
  const decided = expectedOf(clip, headers);
  if (status === 304 || status === 412) {
    if (decided.may.includes(status)) return status === 304 ? emptyBreach(answered) : [];
    return [conditional(answered, `no ${status}: the condition ${status === 304 ? 'does not match' : 'is met'}`)];
  }
  if (decided.must !== undefined) return [conditional(answered, String(decided.must))];
  const ifRange = headers.get('if-range');
  if (ifRange === undefined || !headers.has('range')) return undefined;
  const isOwn = ifRange === clip.etag || ifRange === clip.modified;
  if (isOwn || answered.step.method === 'HEAD' || !clip.knows.range || status === 200) return undefined;
  return [conditional(answered, '200 with the whole clip: If-Range names another one')];
}

interface Expected {
  /** The statuses of conditions that are legal. */
  readonly may: readonly number[];
  /** The status that a server must answer that was seen to know the condition. */
  readonly must: number | undefined;
}

function expectedOf({ etag, modified, knows }: KnownClip, headers: Headers): Expected {
  const [match, noneMatch] = [headers.get('if-match'), headers.get('if-none-match')];
  const since = headers.get('if-modified-since');
  const until = headers.get('if-unmodified-since');
  const none: Expected = { may: [], must: undefined };
  if (match !== undefined) {
    if (match === '*' || etag === undefined) return { may: etag === undefined ? [412] : [], must: undefined };
    return tagsIn(match).includes(etag) ? none : { may: [412], must: knows.ifMatch ? 412 : undefined };
  }
  if (noneMatch !== undefined) {
    if (etag === undefined) return { may: [304], must: undefined };
    const isMatch = noneMatch === '*' || tagsIn(noneMatch).some((tag) => tag.replace(/^W\//, '') === etag);
    return isMatch ? { may: [304], must: knows.ifNoneMatch ? 304 : undefined } : none;
  }
  const isDate = (text: string): boolean => text.endsWith('GMT');
  if (since !== undefined) return { may: isDate(since) && since === modified ? [304] : [], must: undefined };
  return until !== undefined && isDate(until) ? { may: [412], must: undefined } : none;
}

function tagsIn(list: string): string[] {
  return list.match(/(?:W\/)?"[^"]*"/g) ?? [];
}

function emptyBreach(answered: AnsweredStep): Breach[] {
  const { body } = answered.exchange.response;
  return body.size === 0 ? [] : [conditional(answered, 'no body with a 304', `${body.size} bytes`)];
}

function conditional(answered: AnsweredStep, expected: string, got?: string): Breach {
  const proves = 'The server evaluates conditions correctly (RFC 9110, 13.1 and 13.2.2).';
  const tag = header(answered.exchange.response, 'etag');
  return breachOf(answered, {
    key: 'content.conditional.http',
    requirement: 'content.conditional',
    authority: 'http',
    proves,
    expected,
    ...(got === undefined ? {} : { got: `${got}${tag === undefined ? '' : `, ${tag}`}` }),
  });
}
