import { describe, expect, test } from 'vitest';
import type { ApiRequest } from './messages.ts';
import { allowsRange, judgePreconditions } from './preconditions.ts';

const VALIDATORS = { etag: '"abc,d"', lastModified: 'Thu, 01 Jan 2026 00:00:00 GMT' };
const BEFORE = 'Wed, 31 Dec 2025 23:59:59 GMT';
const AFTER = 'Thu, 01 Jan 2026 00:00:01 GMT';

const request = (headers: Record<string, string>): Pick<ApiRequest, 'header'> => ({ header: (name) => headers[name] });
const judge = (headers: Record<string, string>) => judgePreconditions(request(headers) as ApiRequest, VALIDATORS);

describe('the preconditions', () => {
  test.each([
    ['none', {}],
    ['If-Match with the tag', { 'if-match': '"abc,d"' }],
    ['If-Match with the tag in a list', { 'if-match': '"x", "abc,d"' }],
    ['If-Match with a star', { 'if-match': '*' }],
    ['If-Unmodified-Since the very time', { 'if-unmodified-since': VALIDATORS.lastModified }],
    ['If-Unmodified-Since without a date', { 'if-unmodified-since': 'yesterday' }],
    ['If-None-Match with another tag', { 'if-none-match': '"abc"' }],
    ['If-Modified-Since an earlier time', { 'if-modified-since': BEFORE }],
    ['If-Modified-Since without a date', { 'if-modified-since': '2027' }],
    [
      'If-None-Match with another tag, whatever If-Modified-Since says',
      { 'if-none-match': '"x"', 'if-modified-since': AFTER },
    ],
    ['If-Match, whatever If-Unmodified-Since says', { 'if-match': '*', 'if-unmodified-since': BEFORE }],
  ])('let the answer stand for %s', (_, headers) => {
    expect(judge(headers)).toBeUndefined();
  });

  test.each([
    ['If-Match with another tag', { 'if-match': '"abc"' }],
    ['If-Match with the tag as a weak one', { 'if-match': 'W/"abc,d"' }],
    ['If-Match that is empty', { 'if-match': '' }],
    ['If-Unmodified-Since an earlier time', { 'if-unmodified-since': BEFORE }],
    ['If-Match with another tag, before If-None-Match', { 'if-match': '"x"', 'if-none-match': '"abc,d"' }],
  ])('answer 412 for %s', (_, headers) => {
    expect(judge(headers)).toBe(412);
  });

  test.each([
    ['If-None-Match with the tag', { 'if-none-match': '"abc,d"' }],
    ['If-None-Match with the tag as a weak one', { 'if-none-match': 'W/"abc,d"' }],
    ['If-None-Match with the tag in a list', { 'if-none-match': '"x",W/"abc,d"' }],
    ['If-None-Match with a star', { 'if-none-match': '*' }],
    ['If-Modified-Since the very time', { 'if-modified-since': VALIDATORS.lastModified }],
    ['If-Modified-Since a later time', { 'if-modified-since': AFTER }],
  ])('answer 304 for %s', (_, headers) => {
    expect(judge(headers)).toBe(304);
  });
});

describe('If-Range', () => {
  test.each([
    [undefined, true],
    ['"abc,d"', true],
    [VALIDATORS.lastModified, true],
    ['W/"abc,d"', false],
    ['"abc"', false],
    [BEFORE, false],
    [AFTER, false],
    ['', false],
  ])('%s lets the range stand: %s', (header, stands) => {
    const headers = header === undefined ? {} : { 'if-range': header };
    expect(allowsRange(request(headers) as ApiRequest, VALIDATORS)).toBe(stands);
  });
});
