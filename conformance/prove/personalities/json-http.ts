/** Legal servers that compress and tag JSON, serve parts of it, or reject used Idempotency-Keys. */

import { acceptsGzip, compressing, digestOf, tagging } from '../mutants/http/json-http.ts';
import type { Personality } from '../personality.ts';
import { askedPart } from './codings.ts';
import { answering } from '../tamper/answers.ts';
import { withHeader } from '../server.ts';

export const JSON_HTTP_PERSONALITIES: readonly Personality[] = [
  {
    id: 'tagged-records',
    does: 'tags records by their bytes, and evaluates conditions on the tags',
    tamper: tagging(),
    observed: { 'get.head': '200' },
  },
  {
    id: 'weakly-tagged-records',
    does: 'tags records weakly by their bytes, compresses them, and has another tag for each coding',
    tamper: () => {
      const tag = tagging((answer) => `W/${digestOf(answer)}`)();
      const compress = compressing(acceptsGzip)();
      return (call, engine) => compress(call, (passed) => tag(passed, engine));
    },
    observed: { 'get.head': '200' },
  },
  {
    id: 'parts-of-records',
    does: 'serves ranges of records',
    tamper: answering('get', (answer, call) =>
      answer.status === 200 && call.headers.has('range')
        ? (askedPart(withHeader(answer, 'content-length', undefined), call) ?? answer)
        : answer,
    ),
    observed: { 'get.head': '200' },
  },
  {
    id: 'dated-records',
    does: 'sends the time of the response as Last-Modified of a record',
    tamper: answering('get', (answer) =>
      answer.status === 200
        ? withHeader(answer, 'last-modified', answer.headers.get('date') ?? new Date().toUTCString())
        : answer,
    ),
    observed: { 'get.head': '200' },
  },
  {
    id: 'rejects-used-keys',
    does: 'rejects a create with a used Idempotency-Key',
    settings: { idempotency: 'reject' },
    observed: { 'idempotency.replay': 'refused 400 idempotency_key_reused' },
  },
];
