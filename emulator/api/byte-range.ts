/** Parses the Range header by RFC 9110, section 14. Only a single range is served as a part. */

export type RangeAnswer =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' };

const WHOLE: RangeAnswer = { kind: 'whole' };
const UNSATISFIABLE: RangeAnswer = { kind: 'unsatisfiable' };

const FIRST_LAST = /^bytes= *\d+-\d+ *$/i;

/** Decides which of `size` bytes to send. Several ranges, other units and malformed headers select the whole clip. */
export function readRange(header: string | undefined, size: number, forms: 'all' | 'first_last' = 'all'): RangeAnswer {
  if (header === undefined) return WHOLE;
  if (forms === 'first_last' && !FIRST_LAST.test(header)) return WHOLE;
  const [, list] = /^bytes=(.*)$/i.exec(header) ?? [];
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

/** Returns the part between two positions. Positions that a double rounds exceed any clip. */
function interval(first: string, last: string, size: number): RangeAnswer {
  if (last !== '' && BigInt(last) < BigInt(first)) return WHOLE;
  return part(Number(first), last === '' ? Infinity : Number(last), size);
}

function part(start: number, last: number, size: number): RangeAnswer {
  if (last < start) return WHOLE;
  if (start >= size) return UNSATISFIABLE;
  return { kind: 'part', start, end: Math.min(last, size - 1) };
}

function suffix(length: string, size: number): RangeAnswer {
  if (length === '') return WHOLE;
  const wanted = Number(length);
  if (wanted === 0 || size === 0) return UNSATISFIABLE;
  return { kind: 'part', start: Math.max(0, size - wanted), end: size - 1 };
}
