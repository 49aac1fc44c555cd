/** A real browser plays a clip and seeks in it. Needs Chromium; the tests say so where it is missing. */

import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWithClip, type Download } from './support.ts';

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome'];
const browser = BROWSERS.find((name) => spawnSync(name, ['--version']).status === 0);

/** Plays muted, seeks into the third second, draws what is there, and sends what it saw to the server. */
const PAGE = `<!doctype html><video muted playsinline src="/clip"></video><script>
const video = document.querySelector('video');
const once = (name) => new Promise((done, fail) => {
  video.addEventListener(name, done, { once: true });
  video.addEventListener('error', () => fail(new Error(video.error?.message ?? 'error')), { once: true });
});
const colors = () => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  const context = canvas.getContext('2d');
  context.drawImage(video, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return new Set(Array.from({ length: 400 }, (_, at) => data.slice(at * 4000, at * 4000 + 3).join())).size;
};
(async () => {
  await once('loadedmetadata');
  await video.play();
  await once('timeupdate');
  video.pause();
  video.currentTime = 2.5;
  await once('seeked');
  return { duration: video.duration, width: video.videoWidth, height: video.videoHeight, at: video.currentTime, colors: colors() };
})().then((seen) => seen, (cause) => ({ failure: String(cause) })).then((seen) => fetch('/seen', { method: 'POST', body: JSON.stringify(seen) }));
</script>`;

let clip: Download;
let page: Server;
let seen: Promise<unknown>;
let child: ChildProcess | undefined;
let profile: string;

beforeAll(async () => {
  if (browser === undefined) return;
  clip = await startWithClip();
  profile = await mkdtemp(join(tmpdir(), 'standin-browser-'));
  let tell: (value: unknown) => void = () => undefined;
  seen = new Promise((resolve) => (tell = resolve));
  page = createServer((incoming, outgoing) => route(incoming, outgoing, tell)).listen(0, '127.0.0.1');
  await once(page, 'listening');
  const { port } = page.address() as AddressInfo;
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
  const autoplay = '--autoplay-policy=no-user-gesture-required';
  child = spawn(browser, [...flags, autoplay, `--user-data-dir=${profile}`, `http://127.0.0.1:${port}/`], {
    stdio: 'ignore',
    // A group of its own, so that the processes that it starts end with it.
    detached: true,
  });
});

afterAll(async () => {
  if (browser === undefined) return;
  if (child?.pid !== undefined) {
    const ended = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  }
  page.close();
  page.closeAllConnections();
  await clip.emulator.close();
  await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

test.skipIf(browser === undefined)('Chromium plays a clip and seeks in it (needs chromium)', async () => {
  expect(await seen).toEqual({ duration: 4, width: 854, height: 480, at: 2.5, colors: expect.any(Number) });
  expect(((await seen) as { colors: number }).colors).toBeGreaterThan(20);
});

/** A video element sends no bearer key, so this server adds it, as a site in front of the service would. */
function route(incoming: IncomingMessage, outgoing: ServerResponse, tell: (value: unknown) => void): void {
  if (incoming.url === '/clip') {
    const range = incoming.headers.range;
    const headers = { ...clip.headers, ...(range !== undefined && { range }) };
    httpRequest(clip.url, { headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    }).end();
  } else if (incoming.url === '/seen') {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => tell(JSON.parse(Buffer.concat(chunks).toString())));
    outgoing.end();
  } else outgoing.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
}
