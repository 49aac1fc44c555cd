/**
 * An upstream with HTTPS: the trusted certificates, and the error for clients and journal if a certificate is not
 * trusted.
 */

import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeSelfSigned } from '../../emulator/transport/self-signed.ts';
import { startProxyWith } from './proxy-process.ts';
import { BODY, KEY, PRICE } from './rig.ts';

const DAY_MS = 86_400_000;
const CLIP = Buffer.alloc(300_000, 7);
const RECORD = { id: '8c0d8f5e-4df1-4c53-9d9c-0a5a4d6e7b21', object: 'video.generation', status: 'pending' };

/** Certificates for localhost and loopback, each its own authority. */
const good = makeSelfSigned('localhost', Date.now());
const expired = makeSelfSigned('localhost', Date.now() - 1000 * DAY_MS);

let folder: string;
let authorities: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standin-https-'));
  authorities = join(folder, 'authorities.pem');
  await writeFile(authorities, `${good.cert}\n${expired.cert}`);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function refusesIpv6(): boolean {
  const subject = { subject: {}, subjectaltname: 'IP Address:0:0:0:0:0:0:0:1' };
  return checkServerIdentity('::1', subject as PeerCertificate) !== undefined;
}

const service: RequestListener = (request, response) => {
  request.resume();
  if (request.url === '/api/v1/videos/some/content') return response.end(CLIP);
  response.writeHead(request.method === 'POST' ? 202 : 404, { 'content-type': 'application/json' });
  return response.end(JSON.stringify({ ...RECORD, model: BODY.model, cost_usd: PRICE }));
};

async function portOf(server: Server): Promise<number> {
  await once(server.listen(0), 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

interface Seen {
  /** The answers to a create and to a download. */
  readonly answers: readonly Response[];
  readonly problem: string | null;
  readonly spent: { readonly spent_usd: number; readonly uncertain_usd: number };
}

/** Sends a create and a download through a proxy that trusts these authorities, and returns the results. */
async function meet(upstream: string, trusted = authorities): Promise<Seen> {
  const proxy = await startProxyWith({ ...process.env, NODE_EXTRA_CA_CERTS: trusted }, upstream, '--budget', '5');
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  const created = await fetch(`${proxy.url}/v1/videos`, { method: 'POST', headers, body: JSON.stringify(BODY) });
  const content = await fetch(`${proxy.url}/v1/videos/some/content`, { headers });
  const journal = await fetch(`${proxy.url}/_standin/accounts/caller/journal`);
  const { entries } = (await journal.json()) as {
    readonly entries: readonly { readonly upstream: { readonly problem: string | null } }[];
  };
  return {
    answers: [created, content],
    problem: entries[0]?.upstream.problem ?? null,
    spent: await proxy.end(),
  };
}

test.for(['localhost', '127.0.0.1', '[::1]'])(
  'a certificate of an authority that the user of the proxy names is trusted, for %s',
  async (host, { skip }) => {
    // Node 22.23.3 finds it, in any client.
    skip(host === '[::1]' && refusesIpv6(), 'this version of Node finds no IPv6 address in a certificate');
    const port = await portOf(createHttpsServer(good, service));
    const { answers, problem, spent } = await meet(`https://${host}:${port}/api`);
    expect([answers.map(({ status }) => status), problem]).toEqual([[202, 200], null]);
    expect(Buffer.from((await answers[1]?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(CLIP)).toBe(true);
    expect(spent).toMatchObject({ spent_usd: PRICE, uncertain_usd: 0 });
  },
);

test.for<readonly [string, ServerOptions, string, RegExp]>([
  ['that has expired', expired, '127.0.0.1', /CERT_HAS_EXPIRED/],
  ['for another name', good, '127.0.0.2', /ERR_TLS_CERT_ALTNAME_INVALID/],
])('a certificate %s prevents the connection, and nothing is spent', async ([, certificate, host, problem]) => {
  const port = await portOf(createHttpsServer(certificate, service));
  const seen = await meet(`https://${host}:${port}/api`);
  expect(seen.answers.map(({ status }) => status)).toEqual([502, 502]);
  expect(await seen.answers[0]?.text()).toMatch(problem);
  expect(seen.problem).toMatch(/^the proxy could not make a secure connection to the service \(/);
  expect(seen.spent).toMatchObject({ spent_usd: 0, uncertain_usd: 0 });
});

test('a certificate of an authority that nobody named says how one is named', async () => {
  const port = await portOf(createHttpsServer(good, service));
  const { problem } = await meet(`https://127.0.0.1:${port}/api`, '');
  expect(problem).toMatch(/\(DEPTH_ZERO_SELF_SIGNED_CERT\. .* NODE_EXTRA_CA_CERTS=<file>\)$/);
});

test('a service that wants a certificate of its client makes no secure connection', async () => {
  const wanting = { ...good, requestCert: true, rejectUnauthorized: true };
  const port = await portOf(createHttpsServer(wanting, service));
  const { problem, spent } = await meet(`https://127.0.0.1:${port}/api`);
  expect(problem).toMatch(/^the proxy could not make a secure connection to the service \(.*CERTIFICATE_REQUIRED\)$/);
  // The service may have read the create before the proxy checked its certificate.
  expect(spent).toMatchObject({ spent_usd: 0, uncertain_usd: PRICE });
});

test('a service without HTTPS behind https:// makes no secure connection', async () => {
  const port = await portOf(createHttpServer(service));
  const { problem, spent } = await meet(`https://127.0.0.1:${port}/api`);
  expect(problem).toBe(
    'the proxy could not make a secure connection to the service (EPROTO. Does the service use HTTPS?)',
  );
  expect(spent).toMatchObject({ spent_usd: 0, uncertain_usd: 0 });
});
