/** Judges gets, HEADs, ranges and conditions on known clips, by RFC 9110 and by the API document. */

import type { RequirementId } from '../../contract/requirements/requirements.ts';
import { header } from '../client/exchange.ts';
import { breachOf, answeredIn, fieldsIn, type Breach, type AnsweredStep, type Oracle } from './breach.ts';
import { judgeConditions } from './judge-conditions.ts';
import type { KnownClip, World } from './world.ts';

const PATH = /^\/v1\/videos\/([^/?]*)(\/content)?$/;

export const judgeReads: Oracle = (played, world) =>
  answeredIn(played).flatMap((answered) => {
    const { method, path, key, spelling } = answered.step;
    const [, id, content] = PATH.exec(path) ?? [];
    const isRead = (method === 'GET' || method === 'HEAD') && id !== undefined && !id.includes('{');
    if (!isRead || key === undefined || spelling !== undefined) return [];
    const clip = world.clips.find((one) => one.id === id && one.key === key);
    if (clip !== undefined) return content === undefined ? judgeRecord(answered, clip) : judgeContent(answered, clip);
    const isKnown = world.failed.some((one) => one.id === id) || world.clips.some((one) => one.id === id);
    return isKnown ? judgeEnded(answered, id, world) : judgeUnknown(answered, id, content !== undefined);
  });

/** A server that has no HEAD rejects it. */
const isWithoutHead = ({ step, exchange }: AnsweredStep): boolean =>
  step.method === 'HEAD' && exchange.response.status >= 400 && exchange.response.status !== 404;

function judgeRecord(answered: AnsweredStep, { id }: KnownClip): Breach[] {
  const { status } = answered.exchange.response;
  if (isWithoutHead(answered) || answered.step.method === 'HEAD') return [];
  const proves = 'A get request for a completed generation returns 200 with the record.';
  if (status !== 200) return [breachOf(answered, { requirement: 'get.answer.status', proves, expected: '200' })];
  const { id: shown, status: state } = fieldsIn(answered);
  if (String(shown).toLowerCase() !== id)
    return [
      breachOf(answered, {
        requirement: 'get.answer.record',
        proves,
        expected: `the record of ${id}`,
        got: String(shown),
      }),
    ];
  if (state === 'completed') return [];
  return [
    breachOf(answered, { requirement: 'state.terminal', proves, expected: 'completed, as before', got: String(state) }),
  ];
}

/** A generation that failed, or the generation of another key. */
function judgeEnded(answered: AnsweredStep, id: string, { failed }: World): Breach[] {
  const isContent = answered.step.path.endsWith('/content');
  const own = failed.find((one) => one.id === id && one.key === answered.step.key);
  const { status } = answered.exchange.response;
  if (own === undefined || status >= 500) return [];
  if (isContent) {
    const proves = 'The content of a failed generation is refused.';
    return status < 300 ? [breachOf(answered, { requirement: 'content.failed', proves, expected: '400 to 499' })] : [];
  }
  const proves = 'A get request for a failed generation returns 200 with the record.';
  if (answered.step.method === 'HEAD' || (status === 200 && fieldsIn(answered)['status'] === 'failed')) return [];
  const requirement = status === 200 ? 'state.terminal' : 'errors.failed-generation';
  return [breachOf(answered, { requirement, proves, expected: '200 with the status failed' })];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function judgeUnknown(answered: AnsweredStep, id: string, isContent: boolean): Breach[] {
  const { status } = answered.exchange.response;
  const isUuid = UUID.test(id);
  const kind = isContent ? 'content' : 'get';
  const isRight = isUuid ? status === 404 : status >= 300 && status < 500;
  // A Range is evaluated only if the response without it would be 200.
  if (isRight || isWithoutHead(answered)) return [];
  const requirement: RequirementId = `${kind}.${isUuid ? 'unknown' : 'malformed'}`;
  const proves = 'A request for an id that no generation has is rejected.';
  return [breachOf(answered, { requirement, proves, expected: isUuid ? '404' : 'a refusal (400 to 499)' })];
}

function judgeContent(answered: AnsweredStep, clip: KnownClip): readonly Breach[] {
  if (isWithoutHead(answered)) return [];
  const headers = new Map((answered.step.headers ?? []).map(([name, value]) => [name.toLowerCase(), value]));
  const decided = judgeConditions(answered, clip, headers);
  if (decided !== undefined) return decided;
  const range = headers.get('range');
  const { status } = answered.exchange.response;
  if (answered.step.method === 'HEAD') return judgeHead(answered, clip);
  if (range === undefined || status === 200) return judgeWhole(answered, clip, range);
  return judgePart(answered, clip, range);
}

function http(
  answered: AnsweredStep,
  requirement: RequirementId,
  about: { proves: string; expected: string; got?: string },
): Breach[] {
  return [breachOf(answered, { key: `${requirement}.http`, requirement, authority: 'http', ...about })];
}

function judgeHead(answered: AnsweredStep, { bytes }: KnownClip): Breach[] {
  const { response } = answered.exchange;
  const length = header(response, 'content-length');
  const proves =
    'For HEAD, the server ignores Range, and sends the headers of a GET without Range (RFC 9110, 9.3.2 and 14.2).';
  if (response.status !== 200) return http(answered, 'content.head', { proves, expected: '200' });
  if (length === undefined || Number(length) === bytes.length) return [];
  return http(answered, 'content.head', { proves, expected: `Content-Length: ${bytes.length}`, got: length });
}

/** Judges a response that has to be the whole clip. */
function judgeWhole(answered: AnsweredStep, { bytes }: KnownClip, range: string | undefined): Breach[] {
  const { response } = answered.exchange;
  if (response.status !== 200) {
    const proves = 'A download of a completed generation returns 200.';
    return [breachOf(answered, { requirement: 'content.answer.status', proves, expected: '200' })];
  }
  const { first, last } = singleOf(range ?? '', bytes.length) ?? {};
  const isPromised = PROMISED.test(range ?? '') && first !== undefined && last !== undefined;
  if (isPromised && last < bytes.length && last - first + 1 < bytes.length && isNoCondition(answered)) {
    const proves = 'A range of the form `bytes=<start>-<end>` within the clip returns 206.';
    return [breachOf(answered, { requirement: 'content.range.status', proves, expected: '206' })];
  }
  if (!response.complete || answered.bytes === undefined || answered.bytes.equals(bytes)) return [];
  const proves = 'A response with 200 contains the whole clip (RFC 9110, 15.3.1).';
  const got = `${answered.bytes.length} bytes that differ`;
  return [
    breachOf(answered, {
      requirement: 'content.answer.video',
      proves,
      expected: `the clip of ${bytes.length} bytes`,
      got,
    }),
  ];
}

const PROMISED = /^bytes=(?:0|[1-9]\d*)-(?:0|[1-9]\d*)$/;
const isNoCondition = ({ step }: AnsweredStep): boolean => (step.headers ?? []).every(([name]) => !/^if-/i.test(name));

interface Single {
  readonly first: number;
  /** The last byte that is asked for; it may lie behind the end of the clip. */
  readonly last: number;
}

/** The bytes that a single valid range asks for. Undefined for every other form. */
function singleOf(range: string, size: number): Single | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(range) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '')
    return Number(last) === 0
      ? { first: size, last: size }
      : { first: Math.max(0, size - Number(last)), last: size - 1 };
  const single = { first: Number(first), last: last === '' ? size - 1 : Number(last) };
  return last !== '' && single.last < single.first ? undefined : single;
}

/** Anything but 200: a part, or a rejection of the range. */
function judgePart(answered: AnsweredStep, clip: KnownClip, range: string): Breach[] {
  const { response } = answered.exchange;
  const { status } = response;
  const size = clip.bytes.length;
  const single = singleOf(range, size);
  const isSeveral = /^bytes=[^a-z]*,/i.test(range);
  const proves = 'The server interprets Range correctly (RFC 9110, 14.1.2 and 14.2).';
  if (status >= 500) return http(answered, 'content.range.malformed', { proves, expected: 'no status from 500' });
  if (status === 206) {
    if (isSeveral) return judgeSeveral(answered, clip);
    if (single === undefined || single.first >= size)
      return http(answered, single ? 'content.range.beyond' : 'content.range.malformed', {
        proves,
        expected: '200, 400 or 416, and no part',
      });
    return judgeSinglePart(answered, clip, { first: single.first, last: Math.min(single.last, size - 1) });
  }
  const isSatisfiable = isSeveral || (single !== undefined && single.first < size);
  if (status === 416 && !isSatisfiable) return judgeUnsatisfied(answered, size);
  if (!isSatisfiable)
    return status >= 300 ? [] : http(answered, 'content.range.malformed', { proves, expected: '200, 400 or 416' });
  if (isSeveral)
    return status === 416 ? http(answered, 'content.range.several', { proves, expected: '206 or 200' }) : [];
  const isPromised = PROMISED.test(range) && (single?.last ?? size) < size;
  const promised = 'A range of the form `bytes=<start>-<end>` within the clip returns 206.';
  if (isPromised)
    return [breachOf(answered, { requirement: 'content.range.status', proves: promised, expected: '206' })];
  return http(answered, 'content.range.malformed', { proves, expected: '206 or 200' });
}

function judgeUnsatisfied(answered: AnsweredStep, size: number): Breach[] {
  const told = header(answered.exchange.response, 'content-range');
  if (told === undefined || told.toLowerCase() === `bytes */${size}`) return [];
  const proves = 'The Content-Range of a 416 states the size of the clip (RFC 9110, 14.4).';
  return http(answered, 'content.range.beyond', { proves, expected: `bytes */${size}`, got: told });
}

function judgeSinglePart(answered: AnsweredStep, { bytes, etag }: KnownClip, asked: Single): Breach[] {
  const { response } = answered.exchange;
  const type = header(response, 'content-type') ?? '';
  const told = header(response, 'content-range') ?? 'none';
  const [, from = '', to = '', total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i.exec(told) ?? [];
  const [first, last] = [Number(from), Number(to)];
  const proves = 'A part has a Content-Range, and contains only bytes of the requested range (RFC 9110, 15.3.7).';
  const about = {
    proves,
    expected: `Content-Range: bytes ${asked.first}-${asked.last}/${bytes.length}, or less of it`,
    got: told,
  };
  const isWithin = first >= asked.first && last <= asked.last && first <= last;
  if (total === undefined || (total !== '*' && Number(total) !== bytes.length))
    return http(answered, 'content.range.bytes', about);
  if (!isWithin) return [breachOf(answered, { requirement: 'content.range.bytes', ...about })];
  if (answered.bytes !== undefined && !answered.bytes.equals(bytes.subarray(first, last + 1))) {
    const got = `${answered.bytes.length} bytes that differ`;
    return [
      breachOf(answered, {
        requirement: 'content.range.bytes',
        proves,
        expected: `bytes ${first} to ${last} of the clip`,
        got,
      }),
    ];
  }
  if (!/^video\/mp4\s*(;|$)/i.test(type))
    return [
      breachOf(answered, {
        requirement: 'content.range.type',
        proves: 'A part has the Content-Type video/mp4.',
        expected: 'video/mp4',
        got: type,
      }),
    ];
  const tag = header(response, 'etag');
  if (tag === etag || etag === undefined || (answered.step.headers ?? []).some(([name]) => /^if-range$/i.test(name)))
    return [];
  return tag === undefined
    ? http(answered, 'content.headers', {
        proves: 'A 206 response has the same ETag as the 200 response (RFC 9110, 15.3.7).',
        expected: etag,
        got: 'none',
      })
    : [];
}

/** Judges the response to several ranges: each part tells its place, and has the bytes of the clip. */
function judgeSeveral(answered: AnsweredStep, { bytes }: KnownClip): Breach[] {
  const { response } = answered.exchange;
  const body = answered.bytes;
  const type = header(response, 'content-type') ?? '';
  const proves =
    'Each part has its own Content-Range, and the header section of a multipart response has none (RFC 9110, 15.3.7.2).';
  if (body === undefined) return [];
  if (body.length > bytes.length + 8192)
    return http(answered, 'content.range.several', {
      proves: 'Overlapping ranges do not make the response much larger than the clip (RFC 9110, 17.15).',
      expected: `about ${bytes.length} bytes at most`,
    });
  const told = header(response, 'content-range');
  if (!/^multipart\/byteranges/i.test(type)) {
    const [, first, last] = /^bytes (\d+)-(\d+)\//i.exec(told ?? '') ?? [];
    if (first === undefined || last === undefined)
      return http(answered, 'content.range.several', { proves, expected: 'a Content-Range' });
    return body.equals(bytes.subarray(Number(first), Number(last) + 1))
      ? []
      : http(answered, 'content.range.several', { proves, expected: `bytes ${first} to ${last} of the clip` });
  }
  if (told !== undefined)
    return http(answered, 'content.range.several', { proves, expected: 'no Content-Range at the top', got: told });
  return isWrongMultipart(body, bytes, type)
    ? http(answered, 'content.range.several', { proves, expected: 'parts with their bytes' })
    : [];
}

function isWrongMultipart(body: Buffer, bytes: Buffer, type: string): boolean {
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? [];
  const edge = quoted ?? bare;
  const text = body.toString('latin1');
  if (edge === undefined || !text.trimEnd().endsWith(`--${edge}--`)) return true;
  const parts = text.split(`--${edge}`).slice(1, -1);
  return !parts.every((part) => {
    const [head = '', ...rest] = part.replace(/^\r?\n/, '').split(/\r\n\r\n|\n\n/);
    const [, first, last] = /content-range: *bytes (\d+)-(\d+)\//i.exec(head) ?? [];
    const content = rest.join('\r\n\r\n').replace(/\r?\n$/, '');
    return (
      first !== undefined &&
      last !== undefined &&
      content === bytes.subarray(Number(first), Number(last) + 1).toString('latin1')
    );
  });
}
