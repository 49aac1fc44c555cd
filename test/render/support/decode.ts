/** Decodes finished clips with ffmpeg. */

import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Size } from '../../../contract/dimensions.ts';
import type { Clip } from '../../../emulator/domain/ports.ts';
import type { FrameCode } from './read-frame-code.ts';
import { codeStrip, readFrameCode } from './read-frame-code.ts';

/** Runs ffmpeg and returns its standard output. Rejects on any warning. */
export function ffmpeg(path: string, args: readonly string[], input?: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(path, ['-hide_banner', '-nostats', '-loglevel', 'error', ...args], { windowsHide: true });
    const [output, complaints]: Buffer[][] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => output?.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => complaints?.push(chunk));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', (code) => {
      const said = Buffer.concat(complaints ?? []).toString('utf8');
      if (code === 0 && said === '') resolve(Buffer.concat(output ?? []));
      else reject(new Error(`ffmpeg ${args.join(' ')} ended with ${code}: ${said}`));
    });
  });
}

/** The bytes of a clip. */
export async function bytesOf({ pieces, size }: Clip): Promise<Buffer> {
  return Buffer.concat(pieces, size);
}

/** Hands a clip's file to a job and removes it afterwards. */
async function withFile<T>(bytes: Uint8Array, job: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'standin-clip-'));
  try {
    const path = join(folder, 'clip.mp4');
    await writeFile(path, bytes);
    return await job(path);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Returns the frame code of every frame, in the order of decoding. */
export async function blockCodes(path: string, bytes: Uint8Array, size: Size): Promise<(FrameCode | undefined)[]> {
  const { width, height } = codeStrip(size);
  const filters = `crop=${width}:${height}:0:0,format=gray`;
  const strips = await withFile(bytes, (file) =>
    ffmpeg(path, ['-i', file, '-an', '-vf', filters, '-f', 'rawvideo', '-']),
  );
  return split(strips, width * height).map((strip) => readFrameCode(strip, size));
}

/** Returns chosen frames as raw yuv420p. */
export async function frames(
  path: string,
  bytes: Uint8Array,
  { numbers, size }: { numbers: readonly number[]; size: Size },
): Promise<Buffer[]> {
  const filters = `select=${numbers.map((number) => `eq(n\\,${number})`).join('+')},setpts=N/24/TB`;
  const args = ['-an', '-vf', filters, '-pix_fmt', 'yuv420p', '-f', 'rawvideo', '-'];
  const raw = await withFile(bytes, (file) => ffmpeg(path, ['-i', file, ...args]));
  return split(raw, (size.width * size.height * 3) / 2);
}

/** Returns the sound as mono samples from -1 to 1, at 48 kHz. */
export async function sound(path: string, bytes: Uint8Array): Promise<Float32Array> {
  const raw = await withFile(bytes, (file) => ffmpeg(path, ['-i', file, '-vn', '-ac', '1', '-f', 'f32le', '-']));
  return new Float32Array(Uint8Array.from(raw).buffer);
}

/** Returns the similarity of the luma of two raw frames: the mean structural similarity over blocks of 8 by 8. */
export function similarity(a: Uint8Array, b: Uint8Array, { width, height }: Size): number {
  let sum = 0;
  let blocks = 0;
  for (let y = 0; y + 8 <= height; y += 4) {
    for (let x = 0; x + 8 <= width; x += 4) {
      sum += blockSimilarity(a, b, { at: y * width + x, width });
      blocks += 1;
    }
  }
  return sum / blocks;
}

function blockSimilarity(a: Uint8Array, b: Uint8Array, { at, width }: { at: number; width: number }): number {
  let [sumA, sumB, squares, product] = [0, 0, 0, 0];
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 8; column++) {
      const [va = 0, vb = 0] = [a[at + row * width + column], b[at + row * width + column]];
      sumA += va;
      sumB += vb;
      squares += va * va + vb * vb;
      product += va * vb;
    }
  }
  const variances = 64 * squares - sumA * sumA - sumB * sumB;
  const covariance = 64 * product - sumA * sumB;
  const [c1, c2] = [(0.01 * 255 * 64) ** 2, (0.03 * 255) ** 2 * 64 * 63];
  return ((2 * sumA * sumB + c1) * (2 * covariance + c2)) / ((sumA * sumA + sumB * sumB + c1) * (variances + c2));
}

function split(bytes: Buffer, length: number): Buffer[] {
  return Array.from({ length: Math.floor(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  );
}
