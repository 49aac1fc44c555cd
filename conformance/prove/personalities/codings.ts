/** A legal server that compresses responses for clients that accept it. */

import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import type { Personality } from '../personality.ts';
import { withHeader, type Answer, type Call, type Tampering } from '../server.ts';

export const CODING_PERSONALITIES: readonly Personality[] = [
  {
    id: 'compresses-on-request',
    does: 'compresses JSON, clips and parts if the client accepts it; compressed clips have their own ETags',
    tamper: compressing,
    observed: { 'content.compression': 'gzip' },
  },
];

const ENCODERS: Readonly<Record<string, (bytes: Uint8Array) => Buffer>> = {
  gzip: (bytes) => gzipSync(bytes, { level: 1 }),
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  deflate: (bytes) => deflateSync(bytes, { level: 1 }),
};

function compressing(): Tampering {
  return async (call, engine) => {
    const coding = codingFor(call);
    const isConditional = [...call.headers.keys()].some((name) => name.startsWith('if-'));
    if (coding === undefined || call.method === 'HEAD' || isConditional) return engine(call);
    const answer = await engine(withHeader(call, 'range', undefined));
    if (answer.bytes.length === 0) return answer;
    const coded = encoded(answer, coding);
    if (call.operation !== 'content' || answer.status !== 200) return coded;
    const part = askedPart(coded, call);
    if (part !== undefined) return part;
    const refused = await engine(withHeader(call, 'range', 'bytes=999999999999-'));
    return withHeader(refused, 'content-range', `bytes */${coded.bytes.length}`);
  };
}

/** Returns the first coding that the request accepts. */
function codingFor({ headers }: Call): string | undefined {
  const accepted = (headers.get('accept-encoding') ?? '').toLowerCase().split(',');
  const names = accepted.filter((one) => !/q=0(\.0*)?\s*$/.test(one)).map((one) => one.replace(/;.*/, '').trim());
  return names.find((name) => name in ENCODERS);
}

function encoded(answer: Answer, coding: string): Answer {
  const bytes = new Uint8Array(ENCODERS[coding]?.(answer.bytes) ?? answer.bytes);
  const tag = answer.headers.get('etag')?.replace(/"$/, `-${coding}"`);
  const headers: [string, string | undefined][] = [
    ['content-length', undefined],
    ['content-encoding', coding],
    ['vary', 'Accept-Encoding'],
    ['etag', tag],
  ];
  return headers.reduce<Answer>((one, [name, value]) => withHeader(one, name, value), { ...answer, bytes });
}

/** Returns the requested range of compressed bytes, or nothing if the range begins after their end. */
export function askedPart(coded: Answer, { headers }: Call): Answer | undefined {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.get('range') ?? '') ?? [];
  const size = coded.bytes.length;
  if (first === undefined || Number(last) < Number(first)) return coded;
  if (Number(first) >= size) return undefined;
  const end = Math.min(Number(last), size - 1);
  const part = { ...coded, status: 206, bytes: coded.bytes.slice(Number(first), end + 1) };
  return withHeader(part, 'content-range', `bytes ${first}-${end}/${size}`);
}
