/** The bytes that may arrive at a socket: whole requests, partial requests, and bytes that are not a request. */

import { anyBody } from './bodies.ts';
import type { Random } from './random.ts';
import type { Raw } from './raw-client.ts';

const HOST = 'Host: fuzz.localhost\r\n';
const AUTH = 'Authorization: Bearer sk_standin_fuzz-1\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const GOOD = '{"model":"videomodel-2.5","prompt":"A red fox","duration_seconds":4}';
const GET = `GET /v1/videos/00000000-0000-4000-8000-000000000000 HTTP/1.1\r\n${HOST}${AUTH}\r\n`;

const post = (body: string | Uint8Array, more = ''): string =>
  `POST /v1/videos HTTP/1.1\r\n${HOST}${AUTH}${JSON_TYPE}${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
const get = (target: string, more = `${HOST}${AUTH}`): string => `GET ${target} HTTP/1.1\r\n${more}\r\n`;
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const chunked = `POST /v1/videos HTTP/1.1\r\n${HOST}${AUTH}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n`;

/** Each function returns one exchange. A fuzz run draws from them and mutates some. */
export const RAW: readonly ((random: Random) => Raw)[] = [
  () => ({ name: 'a poll', parts: [GET] }),
  () => ({ name: 'a create', parts: [post(GOOD), GOOD] }),
  () => ({ name: 'a poll by HTTP/1.0', parts: [`GET /v1/videos/x HTTP/1.0\r\n${AUTH}\r\n`] }),
  () => ({
    name: 'HTTP/1.0 keep-alive',
    parts: [`GET /v1/videos/x HTTP/1.0\r\nConnection: keep-alive\r\n${AUTH}\r\n`],
  }),
  () => ({ name: 'absolute form', parts: [get('http://fuzz.localhost/v1/videos/x')] }),
  () => ({ name: 'absolute form of another scheme', parts: [get('ftp://fuzz.localhost:99999/v1/videos/x?y')] }),
  () => ({ name: 'asterisk form', parts: [`OPTIONS * HTTP/1.1\r\n${HOST}\r\n`] }),
  () => ({ name: 'a target without a slash', parts: [get('v1/videos')] }),
  () => ({ name: 'encoded slashes', parts: [get('/v1/videos/a%2Fcontent%2f..%5c')] }),
  () => ({ name: 'an id of 10 KB', parts: [get(`/v1/videos/${'a'.repeat(10_000)}`)] }),
  () => ({ name: 'a method that nobody knows', parts: [`BREW /v1/videos HTTP/1.1\r\n${HOST}\r\n`] }),
  () => ({ name: 'a method in small letters', parts: [`get /v1/videos/x HTTP/1.1\r\n${HOST}\r\n`] }),
  () => ({ name: 'CONNECT', parts: [`CONNECT example.com:443 HTTP/1.1\r\n${HOST}\r\n`] }),
  () => ({
    name: 'an upgrade',
    parts: [get('/v1/videos/x', `${HOST}${AUTH}Connection: Upgrade\r\nUpgrade: websocket\r\n`)],
  }),
  () => ({ name: 'h2c', parts: ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'] }),
  () => ({ name: 'TLS', parts: [Buffer.from('16030100f1010000ed0303', 'hex')], last: 'end' }),
  () => ({ name: 'no Host', parts: ['GET /v1/videos/x HTTP/1.1\r\n\r\n'] }),
  () => ({ name: 'two Hosts', parts: [get('/v1/videos/x', `${HOST}${HOST}${AUTH}`)] }),
  () => ({ name: 'two Authorizations', parts: [get('/v1/videos/x', `${HOST}${AUTH}${AUTH}`)] }),
  () => ({
    name: 'a token of 8 KB',
    parts: [get('/v1/videos/x', `${HOST}Authorization: Bearer ${'x'.repeat(8000)}\r\n`)],
  }),
  () => ({ name: 'a flood of headers', parts: [get('/v1/videos/x', `${HOST}${'Flood: b\r\n'.repeat(8000)}`)] }),
  () => ({ name: 'a header of 100 KB', parts: [get('/v1/videos/x', `${HOST}A: ${'b'.repeat(100_000)}\r\n`)] }),
  () => ({
    name: 'many small headers',
    parts: [get('/v1/videos/x', `${HOST}${AUTH}${Array.from({ length: 900 }, (_, at) => `H${at}: x\r\n`).join('')}`)],
  }),
  () => ({ name: 'a folded header', parts: [get('/v1/videos/x', `${HOST}A: b\r\n c\r\n`)] }),
  () => ({
    name: 'bytes above ASCII in a header',
    parts: [Buffer.from(get('/v1/videos/x', `${HOST}A: \xff\xfe\r\n`), 'latin1')],
  }),
  () => ({ name: 'NUL in a header', parts: [get('/v1/videos/x', `${HOST}A: \0\r\n`)] }),
  () => ({ name: 'bare line feeds', parts: ['GET /v1/videos/x HTTP/1.1\nHost: x\n\n'], last: 'end' }),
  () => ({ name: 'a wrong version', parts: ['GET / HTTP/9.9\r\n\r\n'] }),
  () => ({ name: 'a negative length', parts: [`POST /v1/videos HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`] }),
  () => ({
    name: 'two lengths',
    parts: [`POST /v1/videos HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx`],
  }),
  () => ({
    name: 'a length and chunks',
    parts: [
      `POST /v1/videos HTTP/1.1\r\n${HOST}${AUTH}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
  }),
  () => ({ name: 'chunks', parts: [chunked, chunk(GOOD.slice(0, 20)), chunk(GOOD.slice(20)), '0\r\n\r\n'] }),
  () => ({ name: 'chunks with a trailer', parts: [chunked, chunk(GOOD), '0\r\nX: y\r\n\r\n'] }),
  () => ({ name: 'a broken chunk', parts: [chunked, 'zz\r\nhello\r\n'] }),
  () => ({ name: 'a chunk of too many bytes', parts: [chunked, 'ffffffffffffffff1\r\n'] }),
  () => ({
    name: 'chunks over 1 MiB',
    parts: [chunked, ...Array.from({ length: 20 }, () => chunk('x'.repeat(65_536))), '0\r\n\r\n'],
  }),
  () => ({ name: 'chunks that never end', parts: [chunked, chunk('{"prompt":"')] }),
  () => ({
    name: 'chunks after a 401',
    parts: [chunked.replace(AUTH, ''), ...Array.from({ length: 40 }, () => chunk('x'.repeat(65_536))), '0\r\n\r\n'],
  }),
  () => ({
    name: 'a length over 1 MiB, answered early',
    parts: [
      `POST /v1/videos HTTP/1.1\r\n${HOST}${AUTH}${JSON_TYPE}Content-Length: 99999999\r\n\r\n`,
      'x'.repeat(2_000_000),
    ],
  }),
  () => ({
    name: 'an absurd length',
    parts: [`POST /v1/videos HTTP/1.1\r\n${HOST}${AUTH}${JSON_TYPE}Content-Length: 99999999999999999999\r\n\r\n`],
  }),
  () => ({ name: 'Expect: 100-continue', parts: [post(GOOD, 'Expect: 100-continue\r\n'), GOOD], pauseMs: 20 }),
  () => ({ name: 'Expect without a body', parts: [post(GOOD, 'Expect: 100-continue\r\n')] }),
  () => ({
    name: 'Expect refused',
    parts: [`POST /v1/videos HTTP/1.1\r\n${HOST}Expect: 100-continue\r\nContent-Length: 10\r\n\r\n`],
  }),
  () => ({ name: 'another Expect', parts: [post(GOOD, 'Expect: 200-ok\r\n'), GOOD] }),
  () => ({ name: 'half a head', parts: [GET.slice(0, 40)] }),
  () => ({ name: 'half a body', parts: [post(GOOD), GOOD.slice(0, 20)] }),
  () => ({ name: 'half a head, then the end', parts: [GET.slice(0, 40)], last: 'end' }),
  () => ({ name: 'half a body, then the end', parts: [post(GOOD), GOOD.slice(0, 20)], last: 'end' }),
  () => ({ name: 'a request, then the end', parts: [GET], last: 'end' }),
  () => ({ name: 'a create, then the end', parts: [post(GOOD), GOOD], last: 'end' }),
  () => ({ name: 'a create, then a reset', parts: [post(GOOD), GOOD], last: 'reset' }),
  () => ({ name: 'half a body, then a reset', parts: [post(GOOD), GOOD.slice(0, 20)], last: 'reset' }),
  () => ({ name: 'nothing, then the end', parts: [], last: 'end' }),
  () => ({ name: 'nothing at all', parts: [] }),
  () => ({ name: 'empty lines, then a request', parts: [`\r\n\r\n${GET}`] }),
  () => ({ name: 'a head byte by byte', parts: Array.from(GET), pauseMs: 1 }),
  () => ({ name: 'a slow head', parts: Array.from(GET), pauseMs: 60 }),
  () => ({ name: 'a slow body', parts: [post(GOOD), ...Array.from(GOOD)], pauseMs: 60 }),
  () => ({ name: 'ten pipelined polls', parts: [GET.repeat(10)], answers: 10 }),
  () => ({
    name: 'pipelined: a create, a HEAD, a poll',
    parts: [post(GOOD), GOOD, GET.replace('GET', 'HEAD'), GET],
    answers: 3,
    heads: [1],
  }),
  () => ({ name: 'pipelined: a poll, then rubbish', parts: [`${GET}\x01\x02\r\n\r\n`], answers: 2 }),
  () => ({ name: 'pipelined: a refused create, then a poll', parts: [post('{'), '{', GET], answers: 2 }),
  (random) => ({ name: 'bytes', parts: [random.bytes(1 + random.below(2000))], last: 'end' }),
  (random) => {
    const body = anyBody(random);
    return { name: 'any body', parts: [post(body), body] };
  },
  (random) => {
    const at = random.below(GET.length);
    return {
      name: 'a poll with one byte changed',
      parts: [`${GET.slice(0, at)}${random.text('\0\r\n :\xffA', 1)}${GET.slice(at + 1)}`],
      last: 'end',
    };
  },
];
