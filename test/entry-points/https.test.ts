/** The HTTPS entry point: a certificate made on the spot or the user's own, and clients that check it. */

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmulator, type Listening, type SettingsInput } from '../../emulator/index.ts';
import { makeSelfSigned } from '../../emulator/transport/self-signed.ts';

const run = promisify(execFile);
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);
const opened: { close(): Promise<void> }[] = [];
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standin-https-'));
});
afterAll(async () => {
  await Promise.all(opened.map((emulator) => emulator.close()));
  await rm(folder, { recursive: true });
});

async function serve(settings: SettingsInput, host?: string): Promise<Listening> {
  const emulator = createEmulator(settings);
  opened.push(emulator);
  return emulator.listen({ port: 0, ...(host !== undefined && { host }) });
}

async function save(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** The status and body of the list of videos, which is 405, over a connection that checks the certificate. */
function ask(url: string, ca: string | undefined): Promise<[number | undefined, unknown]> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/v1/videos`, { rejectUnauthorized: true, ca, agent: false }, (response) => {
      text(response).then((body) => resolve([response.statusCode, JSON.parse(body)]), reject);
    });
    asked.on('error', reject).end();
  });
}

const REFUSED = [405, { error: { code: 'method_not_allowed' } }];

describe('a certificate made on the spot', () => {
  test('is trusted by a client that has it, by every name of the machine', async () => {
    const { url, port, certificate } = await serve({ tls: 'self-signed' });
    expect(url).toBe(`https://127.0.0.1:${port}`);
    expect(await ask(url, certificate)).toMatchObject(REFUSED);
    expect(await ask(`https://localhost:${port}`, certificate)).toMatchObject(REFUSED);
  });

  test('is trusted by nobody else', async () => {
    const { url } = await serve({ tls: 'self-signed' });
    const another = await serve({ tls: 'self-signed' });
    await expect(ask(url, undefined)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    await expect(ask(url, another.certificate)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });

  test('names the host that the server listens on', async () => {
    const { url, certificate } = await serve({ tls: 'self-signed' }, '127.0.0.2');
    expect(url).toMatch(/^https:\/\/127\.0\.0\.2:/);
    expect(await ask(url, certificate)).toMatchObject(REFUSED);
  });

  test('is trusted by fetch in a process with NODE_EXTRA_CA_CERTS', async () => {
    const { url, certificate = '' } = await serve({ tls: 'self-signed' });
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: await save('extra.pem', certificate) };
    const script = `console.log((await fetch('${url}/v1/videos')).status)`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { env });
    expect(stdout).toBe('405\n');
  });

  test.runIf(hasCurl)('is trusted by curl --cacert', async () => {
    const { url, certificate = '' } = await serve({ tls: 'self-signed' });
    const path = await save('curl.pem', certificate);
    const { stdout } = await run('curl', [
      '--silent',
      '--cacert',
      path,
      '--write-out',
      ' %{http_code}',
      `${url}/v1/videos`,
    ]);
    expect(stdout).toMatch(/^\{"error":\{"code":"method_not_allowed".* 405$/);
    await expect(run('curl', ['--silent', url])).rejects.toMatchObject({ code: 60 });
  });
});

describe("the user's own certificate", () => {
  test('is read from its files', async () => {
    const own = makeSelfSigned('localhost', Date.now());
    const tls = { cert: await save('own.pem', own.cert), key: await save('own.key', own.key) };
    const { url, certificate } = await serve({ tls });
    expect(certificate).toBe(own.cert);
    expect(await ask(url, own.cert)).toMatchObject(REFUSED);
  });

  test('that cannot be used is refused in one line that names the file', async () => {
    const [own, other] = [makeSelfSigned('localhost', Date.now()), makeSelfSigned('localhost', Date.now())];
    const [cert, key] = [await save('a.pem', own.cert), await save('a.key', own.key)];
    const otherKey = await save('b.key', other.key);
    const missing = join(folder, 'missing.pem');
    const cases = [
      [{ cert: missing, key }, `tls.cert: cannot read ${missing}: no such file; pass the path of a PEM file`],
      [{ cert, key: folder }, `tls.key: cannot read ${folder}: it is a folder; pass the path of a PEM file`],
      [{ cert: key, key }, `tls.cert: ${key} is not a certificate in PEM`],
      [{ cert, key: cert }, `tls.key: ${cert} is not a private key in PEM without a passphrase`],
      [{ cert, key: otherKey }, `tls: the key in ${otherKey} is not the key of the certificate in ${cert}`],
    ] as const;
    for (const [tls, message] of cases) {
      await expect(serve({ tls })).rejects.toMatchObject({ name: 'SettingsError', message });
    }
  });
});

test('a server without a certificate has none to offer', async () => {
  const { url, certificate } = await serve({});
  expect([url.startsWith('http://'), certificate]).toEqual([true, undefined]);
});

describe('a connection', () => {
  test('whose client says no more with its request still gets the answer', async () => {
    const { port, certificate } = await serve({ tls: 'self-signed' });
    const socket = connect({ port, host: '127.0.0.1', ca: certificate });
    socket.allowHalfOpen = true;
    socket.end('GET /v1/videos HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 405 .*method_not_allowed/s);
  });

  test('that never shakes hands does not keep the server open', async () => {
    const listening = await serve({ tls: 'self-signed' });
    const socket = dial(listening.port, '127.0.0.1');
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    await listening.close(50);
    expect(await closed).toEqual([false]);
  });
});
