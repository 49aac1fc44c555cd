/** Judges gets, HEADs, ranges, conditions and codings on known clips, by RFC 9110 and by the API document. */

import { codingOf } from '../checks/lib/downloads.ts';
import { contentRange, multipartFlaw, spanOf } from '../checks/content/parts.ts';
import { decode } from '../client/decoded.ts';
import { header } from '../client/exchange.ts';
import { objectOf } from '../engine/evidence.ts';
import { oracleOf, type AnsweredStep, type PromiseFlaw } from './breach.ts';
import type { KnownClip } from './world.ts';

type Flaw = PromiseFlaw | undefined;

const PATH = /^\/v1\/videos\/([^/?]*)(\/content)?$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const judgeReads = oracleOf((answered, world, all) => {
  const { method, path, key, spelling } = answered.step;
  const { status } = answered.exchange.response;
  const [, id, content] = PATH.exec(path) ?? [];
  const isHead = method === 'HEAD';
  // A server without HEAD rejects it.
  if ((method !== 'GET' && !isHead) || (isHead && status >= 400 && status !== 404)) return undefined;
  if (id === undefined || id.includes('{') || key === undefined || spelling !== undefined) return undefined;
  const clip = world.clips.find((one) => one.id === id && one.key === key);
  if (clip !== undefined && content !== undefined) return contentFlaw(answered, clip, all);
  const owners = [...world.clips, ...world.failed].filter((one) => one.id === id);
  if (owners.length === 0) return unknownFlaw(status, content === undefined ? 'get' : 'content', UUID.test(id));
  if (!owners.some((one) => one.key === key)) return undefined;
  if (content !== undefined) return status < 300 ? ['content.failed', '', '400 to 499'] : undefined;
  return isHead ? recordHeadFlaw(answered) : recordFlaw(answered, id, clip === undefined ? 'failed' : 'completed');
});

function unknownFlaw(status: number, operation: 'get' | 'content', isUuid: boolean): Flaw {
  if (isUuid) return status === 404 ? undefined : [`${operation}.unknown`, '', '404'];
  return status >= 300 && status < 500 ? undefined : [`${operation}.malformed`, '', 'a refusal (400 to 499)'];
}

function recordHeadFlaw({ exchange: { response } }: AnsweredStep): Flaw {
  if (response.status === 404) return ['get.head', '9.3.2', '200, as for GET'];
  const isEmpty = response.status === 200 && header(response, 'content-length') === '0';
  return isEmpty ? ['get.head', '8.6', 'the Content-Length of the record', '0'] : undefined;
}

function recordFlaw(answered: AnsweredStep, id: string, state: 'completed' | 'failed'): Flaw {
  const { id: shown, status } = objectOf(answered.exchange);
  if (answered.exchange.response.status !== 200) return ['get.answer.status', '', '200'];
  if (String(shown).toLowerCase() !== id) return ['get.answer.record', '', `the record of ${id}`, String(shown)];
  return status === state ? undefined : ['state.terminal', '', `${state}, as before`, String(status)];
}

/** A request for the content of a clip, and the response. */
interface Download {
  readonly answered: AnsweredStep;
  readonly clip: KnownClip;
  /** The clip in the coding of the response, if that clip is known, and its size. */
  readonly bytes: Buffer | undefined;
  readonly size: number;
  readonly range: string;
  /** Whether the request has a condition, so that the whole clip may replace a part. */
  readonly isConditional: boolean;
}

function contentFlaw(answered: AnsweredStep, clip: KnownClip, all: readonly AnsweredStep[]): Flaw {
  const headers = new Map((answered.step.headers ?? []).map(([name, value]) => [name.toLowerCase(), value]));
  const { status, body } = answered.exchange.response;
  const { may, must } = decisionOf(clip, headers);
  if (status === 304 && body.size > 0) return ['content.conditional', '15.4.5', 'no body'];
  if (status === 304 || status === 412)
    return may.includes(status) ? undefined : ['content.conditional', '13.2.2', `any status except ${status}`];
  if (must !== undefined && isEvaluating(answered, clip)) return ['content.conditional', '13.2.2', String(must)];
  const range = headers.get('range') ?? '';
  const isConditional = [...headers.keys()].some((name) => name.startsWith('if-'));
  const download = { answered, clip, bytes: clip.bytes, size: clip.bytes.length, range, isConditional };
  if (status < 300 && codingOf(answered.exchange.response) !== clip.coding) return codedFlaw(download, all);
  if (answered.step.method === 'HEAD') return headFlaw(download);
  if (range === '' || status === 200) return wholeFlaw(download);
  const named = headers.get('if-range');
  const isOther = named !== undefined && named !== clip.etag && named !== clip.modified;
  if (isOther && (status === 206 || status === 416 || status >= 500))
    return ['content.conditional', '13.1.5', '200 with the whole clip: If-Range names another clip'];
  if (status !== 206) return refusalFlaw(download);
  return isSeveral(range) ? severalFlaw(download) : partFlaw(download);
}

/** Returns whether a server has to evaluate its tag. A storage or a cache in between does not have to. */
function isEvaluating({ exchange: { elsewhere, response } }: AnsweredStep, { etag }: KnownClip): boolean {
  const [own, age, via] = ['etag', 'age', 'via'].map((name) => header(response, name));
  return elsewhere !== true && age === undefined && via === undefined && (own === etag || response.status === 416);
}

/** Returns the legal statuses of conditions (RFC 9110, 13), and the required status. */
function decisionOf(
  { etag, modified = '' }: KnownClip,
  headers: ReadonlyMap<string, string>,
): { readonly may: readonly number[]; readonly must?: number } {
  const [match, noneMatch] = [headers.get('if-match'), headers.get('if-none-match')];
  const dateIn = (name: string): number => Date.parse(headers.get(name) ?? '');
  const [since, until, date] = [dateIn('if-modified-since'), dateIn('if-unmodified-since'), Date.parse(modified)];
  if (match !== undefined) {
    if (etag === undefined) return { may: [412] };
    return match === '*' || tagsIn(match).includes(etag) ? { may: [] } : { may: [412], must: 412 };
  }
  if (noneMatch !== undefined) {
    if (etag === undefined) return { may: [304] };
    const isMatch = noneMatch === '*' || tagsIn(noneMatch).some((tag) => tag.replace(/^W\//, '') === etag);
    return isMatch ? { may: [304], must: 304 } : { may: [] };
  }
  if (since >= date) return { may: [304] };
  return { may: Number.isNaN(until) || until >= date ? [] : [412] };
}

function tagsIn(list: string): string[] {
  return list.match(/(?:W\/)?"[^"]*"/g) ?? [];
}

/** Judges a clip in another coding than its first download: it has another tag, and ranges of coded bytes. */
function codedFlaw(download: Download, all: readonly AnsweredStep[]): Flaw {
  const { answered, clip, range } = download;
  const { response } = answered.exchange;
  const [coding = '', tag] = ['content-encoding', 'etag'].map((name) => header(response, name));
  if (tag !== undefined && tag === clip.etag) return ['content.headers', '8.8.3.3', `an ETag other than ${tag}`, tag];
  if (answered.step.method === 'HEAD' || answered.bytes === undefined || !response.complete) return undefined;
  if (response.status === 206) {
    if (isSeveral(range)) return undefined;
    const wholes = all.filter(({ exchange }) => exchange.response.status === 200);
    // Only a strong tag promises the same bytes.
    const isSame = ({ exchange }: AnsweredStep): boolean => header(exchange.response, 'etag') === tag;
    const { bytes } = (tag?.startsWith('"') === true ? wholes.find(isSame) : undefined) ?? {};
    const size = bytes?.length ?? Number(contentRange(response)?.total);
    // It is not known whether the compressed clip has a tag.
    return partFlaw({ ...download, bytes, size, isConditional: true });
  }
  const plain = decode(answered.bytes, coding);
  if (plain === 'unknown coding' || clip.coding !== undefined) return undefined;
  const isRight = plain !== 'wrong bytes' && plain.equals(clip.bytes);
  return isRight ? undefined : ['content.answer.video', '8.4', `the clip in the coding ${coding}`, 'other bytes'];
}

/** Judges HEAD, which ignores Range and announces the headers of a GET. */
function headFlaw({ answered: { exchange }, size }: Download): Flaw {
  const length = header(exchange.response, 'content-length') ?? String(size);
  if (exchange.response.status !== 200) return ['content.head', '9.3.2', '200'];
  return Number(length) === size ? undefined : ['content.head', '8.6', `Content-Length: ${size}`, length];
}

function wholeFlaw({ answered, clip, isConditional, range, size }: Download): Flaw {
  const { status, complete } = answered.exchange.response;
  if (status !== 200) return ['content.answer.status', '', '200'];
  const { start = 0, end = size } = spanOf(range, size) ?? {};
  if (isPromised(range, size) && end - start + 1 < size && !isConditional) return ['content.range.status', '', '206'];
  if (!complete || answered.bytes === undefined || answered.bytes.equals(clip.bytes)) return undefined;
  return ['content.answer.video', '', `the clip of ${size} bytes`, `${answered.bytes.length} bytes that differ`];
}

const isSeveral = (range: string): boolean => /^bytes=[^a-z]*,/i.test(range);

const isOfOtherUnit = (range: string): boolean => /^(?!bytes=)[a-z]+=/i.test(range);

/** Returns whether a range has the form that the API document promises, and lies within the clip. */
function isPromised(range: string, size: number): boolean {
  return /^bytes=(?:0|[1-9]\d*)-(?:0|[1-9]\d*)$/.test(range) && (spanOf(range, size)?.end ?? size) < size;
}

/** Judges a response to a range that is neither a part nor the whole clip. */
function refusalFlaw({ answered: { exchange }, range, size }: Download): Flaw {
  const { status } = exchange.response;
  const isSatisfiable = isSeveral(range) || (spanOf(range, size)?.start ?? size) < size;
  const told = header(exchange.response, 'content-range') ?? `bytes */${size}`;
  if (status >= 500) return ['content.range.malformed', '15.6', 'no status from 500'];
  if (status === 416 && isOfOtherUnit(range)) return ['content.range.malformed', '14.2', '200, as without Range'];
  // A range within the clip may lie after the end of the compressed clip.
  const isOfCoded = header(exchange.request, 'accept-encoding') !== 'identity' && told !== `bytes */${size}`;
  if (status === 416 && isOfCoded) return undefined;
  if (status === 416 && !isSatisfiable)
    return told.toLowerCase() === `bytes */${size}`
      ? undefined
      : ['content.range.beyond', '14.4', `bytes */${size}`, told];
  if (isSeveral(range)) return status === 416 ? ['content.range.several', '14.1.1', '206 or 200'] : undefined;
  if (isPromised(range, size)) return ['content.range.status', '', '206'];
  return isSatisfiable ? ['content.range.malformed', '14.1.2', '206 or 200'] : undefined;
}

function partFlaw(download: Download): Flaw {
  const { answered, clip, isConditional, range, size } = download;
  const { response } = answered.exchange;
  const [type = 'none', told = 'none', tag] = ['content-type', 'content-range', 'etag'].map((name) =>
    header(response, name),
  );
  const asked = spanOf(range, size);
  const part = contentRange(response);
  // A number with a plus sign may be read as the number.
  if (asked === undefined && range.includes('+')) return undefined;
  if (asked === undefined) return ['content.range.malformed', '14.2', '200, 400 or 416, and no part'];
  if (asked.start >= size) return ['content.range.beyond', '14.1.2', '200, 400 or 416, and no part'];
  const last = Math.min(asked.end, size - 1);
  const expected = `Content-Range: bytes ${asked.start}-${last}/${size}, or less of it`;
  if (part === undefined || (part.total !== '*' && Number(part.total) !== size))
    return ['content.range.bytes', '14.4', expected, told];
  if (part.start < asked.start || part.end > last) return ['content.range.bytes', '', expected, told];
  if (hasOtherBytes(download)) return ['content.range.bytes', '', `the bytes that ${told} names`, 'others'];
  if (!/^video\/mp4\s*(;|$)/i.test(type)) return ['content.range.type', '', 'video/mp4', type];
  return clip.etag === undefined || tag !== undefined || isConditional
    ? undefined
    : ['content.headers', '15.3.7', clip.etag, 'none'];
}

/** Returns whether a part has other bytes, or fewer bytes, than its Content-Range names. */
function hasOtherBytes({ answered, bytes }: Download): boolean {
  const part = contentRange(answered.exchange.response);
  if (part === undefined || answered.bytes === undefined) return false;
  const named = bytes?.subarray(part.start, part.end + 1);
  return named === undefined ? answered.bytes.length !== part.end - part.start + 1 : !answered.bytes.equals(named);
}

/** Judges several ranges, which return several parts, some of them, or one joined part. */
function severalFlaw(download: Download): Flaw {
  const { answered, clip, size } = download;
  const { response } = answered.exchange;
  const [type = '', told] = ['content-type', 'content-range'].map((name) => header(response, name));
  const { bytes } = answered;
  if (bytes === undefined) return undefined;
  if (bytes.length > size + 8192) return ['content.range.several', '17.15', `about ${size} bytes at most`];
  if (!/^multipart\/byteranges/i.test(type)) {
    if (told === undefined) return ['content.range.several', '15.3.7.1', 'a Content-Range'];
    return hasOtherBytes(download) ? ['content.range.several', '15.3.7', `the bytes that ${told} names`] : undefined;
  }
  if (told !== undefined) return ['content.range.several', '15.3.7.2', 'no Content-Range before the parts', told];
  const flaw = multipartFlaw(type, bytes.toString('latin1'), (start, end) => clip.bytes.subarray(start, end + 1));
  return flaw && ['content.range.several', '14.6', ...flaw];
}
