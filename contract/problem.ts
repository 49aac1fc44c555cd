/** One thing that is wrong with a request: where it is, the code it answers with, and what to send instead. */

import type { ErrorCode } from './errors.ts';
import { REQUEST_FIELDS } from './request.ts';

export interface Problem {
  /** For example `image_urls[2]`, `subject_to_image_ids.hero[0]`; empty for the body as a whole. */
  readonly path: string;
  readonly code: ErrorCode;
  readonly message: string;
}

type PathPart = string | number;

/** Writes a path the way people read it in JavaScript and Python. */
export function pathText(parts: readonly PathPart[]): string {
  return parts.reduce<string>((text, part, at) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return at === 0 ? clip(part) : `${text}.${clip(part)}`;
  }, '');
}

/** Orders problems by the API document's field table. Unknown fields come last. Stable within a field. */
export function inDocumentOrder(problems: readonly Problem[]): readonly Problem[] {
  return problems.length < 2 ? problems : problems.toSorted((a, b) => rank(a) - rank(b));
}

function rank({ path }: Problem): number {
  const field = /^[^.[]*/.exec(path)?.[0] ?? '';
  const at = REQUEST_FIELDS.indexOf(field);
  return at < 0 ? REQUEST_FIELDS.length : at;
}

/** A name that a client made up may be long or hostile; an answer shows its beginning, in whole characters. */
function clip(name: string): string {
  if (PLAIN_NAME.test(name)) return name;
  // 65 code points are at most 130 UTF-16 units, so a pair that this cuts lies behind the 64 that are shown.
  const points = Array.from(name.slice(0, 130));
  const shown = points.length > 64 ? `${points.slice(0, 64).join('')}…` : name;
  return shown.replace(LONE_SURROGATE, '\ufffd');
}

/** The form of nearly every name, which needs no further check. */
const PLAIN_NAME = /^[ -~]{0,64}$/;

const LONE_SURROGATE = /\p{Surrogate}/gu;
