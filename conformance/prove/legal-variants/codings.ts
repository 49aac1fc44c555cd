/** Legal servers with other codecs of clips or codings of responses, and servers that tag or cut records. */

import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { acceptsGzip, compressing, digestOf, tagging } from '../mutants/http/json-http.ts';
import { answering } from '../tamper/answers.ts';
import { remuxed } from '../tamper/remux.ts';
import { legalVariants, type LegalVariant } from '../legal-variant.ts';
import { before, withHeader, type Answer, type Call, type Tampering } from '../server.ts';

export const CODING_VARIANTS: readonly LegalVariant[] = legalVariants({
  'compresses-on-request': {
    does: 'compresses JSON, clips and parts if the client accepts it; compressed clips have their own ETags',
    tamper: coding,
    observed: { 'content.compression': 'gzip' },
  },
  fragmented: {
    does: 'sends its clips in fragments, as streaming players need them',
    tamper: remuxed({ isFragmented: true }),
    observed: { 'content.encoding.brand': 'iso5' },
  },
  'own-brand': {
    does: 'has its own brand in its clips',
    tamper: remuxed({ brand: 'XAVC' }),
    observed: { 'content.encoding.brand': 'XAVC' },
  },
  'hevc-and-opus': {
    does: 'encodes in HEVC and Opus',
    tamper: remuxed({ video: 'hevc', audio: 'opus' }),
    observed: { 'content.encoding.video': 'hevc' },
  },
  'av1-and-mp3': {
    does: 'encodes in AV1 and MP3',
    tamper: remuxed({ video: 'av1', audio: 'mp3' }),
    observed: { 'content.encoding.video': 'av1' },
  },
  'vp9-in-fragments': {
    does: 'encodes in VP9 and sends fragments',
    tamper: remuxed({ video: 'vp9', isFragmented: true }),
    observed: { 'content.encoding.video': 'vp9' },
  },
  'silence-stored': {
    does: 'stores a silent track in a clip without sound',
    tamper: remuxed({ silence: 'aac' }),
    observed: { 'content.encoding.video': 'avc' },
  },
  'silence-at-a-rate': {
    does: 'stores a silent track in a clip without sound, in MP3 of a constant rate',
    tamper: remuxed({ silence: 'mp3' }),
    observed: { 'content.encoding.video': 'avc' },
  },
  'late-start': {
    does: 'lets picture and sound of a clip begin after half a second',
    tamper: remuxed({ startSeconds: 0.5 }),
    observed: { 'content.encoding.video': 'avc' },
  },
  'tagged-records': {
    does: 'tags records by their bytes, and evaluates conditions on the tags',
    tamper: tagging(),
    observed: { 'get.head': '200' },
  },
  'weakly-tagged-records': {
    does: 'tags records weakly by their bytes, compresses them, and has another tag for each coding',
    tamper: before(
      compressing(acceptsGzip),
      tagging((answer) => `W/${digestOf(answer)}`),
    ),
    observed: { 'get.head': '200' },
  },
  'parts-of-records': {
    does: 'serves ranges of records',
    tamper: answering('get', (answer, call) =>
      answer.status === 200 && call.headers.has('range')
        ? (askedPart(withHeader(answer, 'content-length', undefined), call) ?? answer)
        : answer,
    ),
    observed: { 'get.head': '200' },
  },
  'dated-records': {
    does: 'sends the time of the response as Last-Modified of a record',
    tamper: answering('get', (answer) =>
      answer.status === 200
        ? withHeader(answer, 'last-modified', answer.headers.get('date') ?? new Date().toUTCString())
        : answer,
    ),
    observed: { 'get.head': '200' },
  },
  'rejects-used-keys': {
    does: 'rejects a create with a used Idempotency-Key',
    settings: { idempotency: 'reject' },
    observed: { 'idempotency.replay': 'refused 400 idempotency_key_reused' },
  },
});

const ENCODERS: Readonly<Record<string, (bytes: Uint8Array) => Buffer>> = {
  gzip: (bytes) => gzipSync(bytes, { level: 1 }),
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  deflate: (bytes) => deflateSync(bytes, { level: 1 }),
};

function coding(): Tampering {
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
function askedPart(coded: Answer, { headers }: Call): Answer | undefined {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.get('range') ?? '') ?? [];
  const size = coded.bytes.length;
  if (first === undefined || Number(last) < Number(first)) return coded;
  if (Number(first) >= size) return undefined;
  const end = Math.min(Number(last), size - 1);
  const part = { ...coded, status: 206, bytes: coded.bytes.slice(Number(first), end + 1) };
  return withHeader(part, 'content-range', `bytes ${first}-${end}/${size}`);
}
