/** A problem of a request: its path, the error code, and the text that says what to send instead. */

import type { ErrorCode } from './errors.ts';
import { REQUEST_FIELDS } from './request.ts';

export interface Problem {
  /** A path such as `image_urls[2]` or `subject_to_image_ids.hero[0]`. Empty for the whole body. */
  readonly path: string;
  readonly code: ErrorCode;
  readonly message: string;
}

type PathPart = string | number;

/** Formats a path as in JavaScript or Python. */
export function pathText(parts: readonly PathPart[]): string {
  return parts.reduce<string>((text, part, at) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return at === 0 ? clip(part) : `${text}.${clip(part)}`;
  }, '');
}

/** Sorts problems by the field table of the API document. Unknown fields come last. */
export function inDocumentOrder(problems: readonly Problem[]): readonly Problem[] {
  return problems.length < 2 ? problems : problems.toSorted((a, b) => rank(a) - rank(b));
}

function rank({ path }: Problem): number {
  const field = /^[^.[]*/.exec(path)?.[0] ?? '';
  const at = REQUEST_FIELDS.indexOf(field);
  return at < 0 ? REQUEST_FIELDS.length : at;
}

/** Shortens a name to whole characters, because an unknown name may be long or hostile. */
function clip(name: string): string {
  if (PLAIN_NAME.test(name)) return name;
  // A surrogate pair that this cuts is not among the first 64 code points.
  const points = Array.from(name.slice(0, 130));
  const shown = points.length > 64 ? `${points.slice(0, 64).join('')}…` : name;
  return shown.replace(LONE_SURROGATE, '\ufffd');
}

/** The form of nearly every name, which needs no further check. */
const PLAIN_NAME = /^[ -~]{0,64}$/;

const LONE_SURROGATE = /\p{Surrogate}/gu;
