/** A small valid body, and the problems after some of its fields are changed. */

import { parseRequest } from '../parse-request.ts';
import type { Problem } from '../problem.ts';

export const minimal = { model: 'videomodel-2.5', prompt: 'A boat.', duration_seconds: 8 };
export const url = 'https://media.standin.test/image/1280x720.png';
export const id = '3f0c2a9e-6b1d-4c58-9a77-0d5e8b21c4f6';

export function problemsOf(body: unknown): readonly Problem[] {
  const parsed = parseRequest(body);
  return parsed.ok ? [] : parsed.problems;
}

/** Returns `path code` of each problem of the valid body with some fields changed. */
export function codesWith(fields: object): string[] {
  return problemsOf({ ...minimal, ...fields }).map(({ path, code }) => `${path} ${code}`);
}
