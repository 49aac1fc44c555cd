import { describe, expect, test } from 'vitest';
import { Refusal } from './refusal.ts';
import { pathOf, routeOf } from './operation-route.ts';

const AT_ROOT = { basePath: '', answersHead: true };

describe('the route of', () => {
  test.each([
    { method: 'POST', target: '/v1/videos', operation: 'create', id: '' },
    { method: 'POST', target: '/v1/videos?x=/content', operation: 'create', id: '' },
    { method: 'GET', target: '/v1/videos/abc', operation: 'get', id: 'abc' },
    { method: 'HEAD', target: '/v1/videos/abc', operation: 'get', id: 'abc' },
    { method: 'GET', target: '/v1/videos/abc/content', operation: 'content', id: 'abc' },
    { method: 'HEAD', target: '/v1/videos/abc/content', operation: 'content', id: 'abc' },
    { method: 'GET', target: 'http://proxy.test:8080/v1/videos/abc?a=b#c', operation: 'get', id: 'abc' },
    { method: 'GET', target: '/v1/videos/a%2Fcontent', operation: 'get', id: 'a%2Fcontent' },
    { method: 'GET', target: '/v1/videos/content', operation: 'get', id: 'content' },
  ])('$method $target is $operation of "$id"', ({ method, target, operation, id }) => {
    expect(routeOf(method, target, AT_ROOT)).toMatchObject({ operation, id });
  });

  test.each([
    '/',
    '',
    '*',
    '/v1',
    '/v1/videos/',
    '/v1/videosx',
    '/v1/videos//content',
    '/v1/videos/a/',
    '/v1/videos/a/b',
    '/v1/videos/a/content/',
    '/V1/videos',
    '//v1/videos',
    'v1/videos',
  ])('%s is none', (target) => {
    expect(routeOf('GET', target, AT_ROOT)).toMatchObject({ code: 'not_found' });
  });

  test.each([
    ['/v1/videos/', '', '/v1/videos'],
    ['//v1/videos', '', '/v1/videos'],
    ['/v1//videos', '', '/v1/videos'],
    ['/v1/v1/videos', '', '/v1/videos'],
    ['/videos/a/content', '', '/v1/videos/a/content'],
    ['/V1/Videos/a', '', undefined],
    ['/V1/videos/a', '', '/v1/videos/a'],
    ['/v1/videos/a/', '', '/v1/videos/a'],
    ['/v1/videos', '/media', '/media/v1/videos'],
    ['/media//v1/videos', '/media', '/media/v1/videos'],
    ['/v1/videos//content', '', undefined],
    [`/v1/videos/${'a'.repeat(200)}/`, '', undefined],
    ['/v2/videos', '', undefined],
  ])('%s under "%s" is refused with a hint at %s', (target, basePath, meant) => {
    const refusal = routeOf('GET', target, { ...AT_ROOT, basePath });
    const hint = refusal instanceof Refusal ? /Did you mean (.*)\?$/.exec(refusal.message)?.[1] : 'a route';
    expect(hint).toBe(meant);
  });

  test.each([
    ['GET', '/v1/videos', 'POST'],
    ['DELETE', '/v1/videos/a', 'GET, HEAD'],
    ['POST', '/v1/videos/a/content', 'GET, HEAD'],
    ['get', '/v1/videos/a', 'GET, HEAD'],
    ['constructor', '/v1/videos', 'POST'],
  ])('%s %s is refused with Allow: %s', (method, target, allow) => {
    const route = routeOf(method, target, AT_ROOT);
    expect(route instanceof Refusal && [route.code, route.headers]).toEqual(['method_not_allowed', { allow }]);
  });

  test('a path below the base path is found there only', () => {
    const below = { ...AT_ROOT, basePath: '/media' };
    expect(routeOf('POST', '/media/v1/videos', below)).toMatchObject({ operation: 'create' });
    expect(routeOf('POST', '/v1/videos', below)).toMatchObject({ code: 'not_found' });
  });
});

test.each([
  ['/a?b', '/a'],
  ['/a#b?c', '/a'],
  ['http://host', ''],
  ['http://host?x', ''],
  ['HTTPS://user@host:1/a', '/a'],
])('the path of %s is "%s"', (target, path) => {
  expect(pathOf(target)).toBe(path);
});
