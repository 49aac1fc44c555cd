/** The Range header, read as RFC 9110 section 14 asks: one range is served, anything else is answered with the whole. */

export type RangeAnswer =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' };

const WHOLE: RangeAnswer = { kind: 'whole' };
const UNSATISFIABLE: RangeAnswer = { kind: 'unsatisfiable' };

/** Decides what part of `size` bytes to send. Several ranges, other units and malformed ones give the whole. */
export function readRange(header: string | undefined, size: number): RangeAnswer {
  const [, list] = /^bytes=(.*)$/i.exec(header ?? '') ?? [];
  if (list === undefined) return WHOLE;
  const specs = list
    .split(',')
    .map((spec) => spec.trim())
    .filter((spec) => spec !== '');
  const [spec] = specs;
  if (spec === undefined || specs.length > 1) return WHOLE;
  const [, first, last] = /^(\d*)-(\d*)$/.exec(spec) ?? [];
  if (first === undefined || last === undefined) return WHOLE;
  return first === '' ? suffix(last, size) : interval(first, last, size);
}

/** Positions may have any number of digits; past a double's exact integers they are far beyond any clip, so comparing them rounded is safe. */
function interval(first: string, last: string, size: number): RangeAnswer {
  if (last !== '' && BigInt(last) < BigInt(first)) return WHOLE;
  const start = Number(first);
  if (start >= size) return UNSATISFIABLE;
  return { kind: 'part', start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

function suffix(length: string, size: number): RangeAnswer {
  if (length === '') return WHOLE;
  const wanted = Number(length);
  if (wanted === 0 || size === 0) return UNSATISFIABLE;
  return { kind: 'part', start: Math.max(0, size - wanted), end: size - 1 };
}
