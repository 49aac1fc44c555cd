/** Endpoints: content: digests of a clip and of its parts, and answers in a coding that was asked for. */

import { defineCheck, defineProbe, type Check } from '../../engine/define.ts';
import { byteDifferences } from '../../engine/difference.ts';
import type { Answered, Evidence, ProbeFacts } from '../../engine/evidence.ts';
import { fail, notApplicable, pass, type Outcome } from '../../engine/outcome.ts';
import { header, type HeaderLine } from '../../client/exchange.ts';
import { DOWNLOAD } from '../lib/downloads.ts';
import { contentRange } from './range-rules.ts';

const WANTED: readonly HeaderLine[] = [
  ['Want-Repr-Digest', 'sha-256=10'],
  ['Want-Content-Digest', 'sha-256=10'],
  ['Want-Digest', 'sha-256'],
];
const PART: HeaderLine = ['Range', 'bytes=100-299'];
const GZIP: HeaderLine = ['Accept-Encoding', 'gzip, br, deflate'];

const DIGESTS = defineProbe({
  id: 'content.digests',
  sends: 'A download and a part of it, asking for digests; and both in a coding.',
  after: [DOWNLOAD],
  run: async (kit): Promise<ProbeFacts> => {
    const { id, key } = kit.generation('any-clip');
    const ask = (label: string, ...headers: HeaderLine[]): ReturnType<typeof kit.content> =>
      kit.content(label, id, { key, headers });
    await ask('digest', ...WANTED);
    await ask('digest of part', ...WANTED, PART);
    const coded = await ask('coded', GZIP);
    const part = await ask('coded part', GZIP, PART);
    const sent = part.exchange.response === undefined ? undefined : contentRange(part.exchange.response);
    if (sent === undefined || codingOf(part.exchange.response) === undefined) return {};
    const [first] = byteDifferences(coded.bytes.subarray(sent.start, sent.end + 1), part.bytes, sent.start);
    return { 'coded part': first === undefined ? 'right' : `other bytes from ${first.at} on` };
  },
});

export const DIGEST_CHECKS: readonly Check[] = [
  http('content.digest', {
    proves: 'A `Content-Digest` is that of the bytes which came, of a part too (RFC 9530, 2).',
    failing: 'It sends the digest of the clip with a part.',
    judge: (evidence) =>
      digests(evidence, 'content-digest', (answer) => (isPlain(answer) ? answer.response.body.sha256 : undefined)),
  }),
  http('content.digest.representation', {
    proves: 'A `Repr-Digest`, or a `Digest`, is that of the clip, with a part too (RFC 9530, 3; RFC 3230, 4.3.2).',
    failing: 'It sends the digest of the part.',
    judge: (evidence) => {
      const whole = evidence.one('whole').response.body.sha256;
      const of = (answer: Answered): string | undefined => (isPlain(answer) ? whole : undefined);
      const found = ['repr-digest', 'digest'].map((name) => digests(evidence, name, of));
      return (
        found.find(({ verdict }) => verdict === 'fail') ?? found.find(({ verdict }) => verdict === 'pass') ?? noDigest()
      );
    },
  }),
  http('content.coded.tag', {
    proves: 'A coded answer has a tag of its own (RFC 9110, 8.8.3.3).',
    failing: 'It compresses behind the server that makes the tags, and parts of the two are joined.',
    judge: (evidence) => {
      const [plain, coded] = [evidence.one('whole'), evidence.one('coded')];
      if (codingOf(coded.response) === undefined) return notApplicable('It is not coded.', coded);
      const [tag, other] = [plain, coded].map(({ response }) => header(response, 'etag'));
      return other === undefined || other.startsWith('W/') || other !== tag
        ? pass(plain, coded)
        : fail([plain, coded], `another tag than ${tag ?? ''}`, other);
    },
  }),
  http('content.coded.part', {
    proves: 'A part of a coded answer is of the coded bytes (RFC 9110, 14.1.2).',
    failing: 'It cuts first and codes then, or says that plain bytes are coded.',
    judge: (evidence) => {
      const answer = evidence.one('coded part');
      const fact = evidence.fact('coded part');
      if (fact === undefined) return notApplicable('No part came in a coding.', answer);
      return fact === 'right' ? pass(answer) : fail(answer, 'a part of the coded clip', String(fact));
    },
  }),
];

function http(id: string, about: Pick<Check, 'proves' | 'failing' | 'judge'>): Check {
  return defineCheck({ ...about, id, requirement: 'content.headers', authority: 'http', from: [DOWNLOAD, DIGESTS] });
}

function codingOf(response: Answered['response'] | undefined): string | undefined {
  const coding = response === undefined ? undefined : header(response, 'content-encoding')?.trim().toLowerCase();
  return coding === undefined || coding === 'identity' ? undefined : coding;
}

/** A clip or a part of it that came whole, and in no coding. */
function isPlain({ response }: Answered): boolean {
  return [200, 206].includes(response.status) && response.complete && codingOf(response) === undefined;
}

function digests(evidence: Evidence, name: string, wantedFor: (answer: Answered) => string | undefined): Outcome {
  const seen = evidence.answers.flatMap((answer) => {
    const [, got] = /sha-256=:?([A-Za-z0-9+/]{43}=):?/i.exec(header(answer.response, name) ?? '') ?? [];
    const wanted = wantedFor(answer);
    return got === undefined || wanted === undefined ? [] : [{ answer, got, wanted }];
  });
  if (seen.length === 0) return noDigest();
  const wrong = seen.find(({ got, wanted }) => Buffer.from(got, 'base64').toString('hex') !== wanted);
  return wrong === undefined
    ? pass(...seen.map(({ answer }) => answer))
    : fail(wrong.answer, `${name}: ${Buffer.from(wrong.wanted, 'hex').toString('base64')}`, wrong.got);
}

function noDigest(): Outcome {
  return notApplicable('No digest by SHA-256 came.');
}
