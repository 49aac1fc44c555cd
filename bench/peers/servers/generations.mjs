/** The code that the hand-written servers share: a Map of generations and a few simple checks. */

import { randomUUID } from 'node:crypto';

export const KEY = 'Bearer sk_standin_bench';

const generations = new Map();

/** Stores a new generation. */
export function create() {
  const id = randomUUID();
  const record = { id, object: 'video.generation', model: 'videomodel-2.5', status: 'pending', cost_usd: 0.48 };
  generations.set(id, record);
  return record;
}

/** Returns a generation, and completes it if it is pending. */
export function find(id) {
  const record = generations.get(id);
  if (record?.status === 'pending') {
    record.status = 'completed';
    record.output = { url: `/v1/videos/${id}/content` };
  }
  return record;
}

export function isValid(body) {
  const { model, prompt, duration_seconds: seconds } = body ?? {};
  const isPrompt = typeof prompt === 'string' && prompt.length >= 1 && prompt.length <= 15_000;
  return model === 'videomodel-2.5' && isPrompt && Number.isInteger(seconds) && seconds >= 4 && seconds <= 30;
}

export function error(code) {
  return { error: { code, message: `The request was refused: ${code}.` } };
}

/** Returns the requested part of the file, and the head of the response. */
export function sliceOf(header, size) {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? [];
  const type = { 'content-type': 'video/mp4', 'accept-ranges': 'bytes' };
  if (first === undefined) {
    return { status: 200, start: 0, end: size - 1, headers: { ...type, 'content-length': String(size) } };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  const length = { 'content-length': String(end - start + 1), 'content-range': `bytes ${start}-${end}/${size}` };
  return { status: 206, start, end, headers: { ...type, ...length } };
}
