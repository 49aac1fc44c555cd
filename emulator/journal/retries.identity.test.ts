/** Requests with the same identity are attempts at the same operation. */

import { assert, integer, property, uint8Array } from 'fast-check';
import { expect, test } from 'vitest';

import { retryIdentity, type RetryIdentity } from './retries.ts';
import { someCaptured, type SomeFacts } from '../../test/support/journal/some-entry.ts';

interface Asked extends Pick<SomeFacts, 'method' | 'target'> {
  readonly key?: string;
}

function identityOf({ key, ...facts }: Asked, requestBody?: Uint8Array | string): RetryIdentity {
  const sent = key === undefined ? {} : { 'idempotency-key': key };
  const body = requestBody === undefined ? {} : { requestBody: Buffer.from(requestBody) };
  return someCaptured({ method: 'POST', target: '/v1/videos', ...facts, sent, ...body }).identity;
}

function create(body: Uint8Array | string, asked: Asked = {}): RetryIdentity {
  return identityOf(asked, body);
}

test('equal bodies are one thing, wherever in memory they lie', () => {
  assert(
    property(uint8Array({ maxLength: 40 }), integer({ min: 0, max: 9 }), (body, offset) => {
      const elsewhere = new Uint8Array(offset + body.length + 3).fill(7);
      elsewhere.set(body, offset);
      const copy = elsewhere.subarray(offset, offset + body.length);
      const [here, there] = [body, copy].map((bytes) =>
        retryIdentity(
          Array.from({ length: 40 }, () => 'text'),
          bytes,
        ),
      );
      expect(there).toBe(here);
    }),
  );
});

test('a body with one other byte is another thing, whichever byte it is', () => {
  assert(
    property(uint8Array({ minLength: 1, maxLength: 40 }), integer({ min: 1, max: 255 }), (body, change) => {
      const things = [...body.keys()].map((at) => {
        const other = Uint8Array.from(body);
        other[at] = (other[at] ?? 0) ^ change;
        return create(other);
      });
      expect(new Set([create(body), ...things]).size).toBe(body.length + 1);
    }),
  );
});

test('a body with something behind it is another thing, zeros too', () => {
  const bodies = Array.from({ length: 20 }, (_, length) => Buffer.alloc(length));
  expect(new Set(bodies.map((body) => create(body))).size).toBe(20);
});

test('the identity of a body is a safe integer', () => {
  assert(property(uint8Array({ maxLength: 40 }), (body) => Number.isSafeInteger(create(body))));
});

test('another method, another target of any length and another key are other things', () => {
  const things = [
    create('{}'),
    create('{}', { method: 'PUT' }),
    create('{}', { target: '/v1/videos?a=1' }),
    create('{}', { target: '/v1/videos?a=2' }),
    create('{}', { target: '/v1/videos?b=1' }),
    // As long together as the first.
    create('{}', { method: 'PUT', target: '/v1/videoss' }),
    create('{}', { method: 'POST/', target: 'v1/videos' }),
    create('{}', { key: 'a' }),
    create('{}', { key: '' }),
    identityOf({}),
    identityOf({ method: 'HEAD' }),
    identityOf({ method: 'GET' }),
  ];
  expect(new Set(things).size).toBe(things.length);
});

test('a key counts for creates only, and its creates are one thing whatever they ask', () => {
  const key = 'k';
  expect(create('{}', { key })).toBe(create('[]', { key, target: '/v1/videos?x' }));
  expect(identityOf({ method: 'GET', key })).toBe(identityOf({ method: 'GET' }));
});
