/** Bodies of creates for property tests: valid fields, fields damaged at random places, or any JSON. */

import * as fc from 'fast-check';
import { ASPECT_RATIOS, RESOLUTIONS } from '../../dimensions.ts';
import { LIMITS } from '../../limits.ts';
import { MODEL } from '../../model.ts';
import { MODES, OPERATIONS } from '../../workflow.ts';
import { EDGES, withEdge } from './edges.ts';

const url = fc.oneof(
  fc.webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true }),
  fc.constantFrom('https://media.standin.test/image/4000x3000.png', 'https://cdn.example.com:8443/a%20b?c=d#e'),
);
const uuid = fc.oneof(
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
);
const handle = fc.stringMatching(new RegExp(LIMITS.subjectMap.handlePattern));
const indexes = fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: LIMITS.subjectMap.indexes.max });
const subjectMap = fc.dictionary(handle, indexes, { maxKeys: 4 });
const longPrompt = fc
  .tuple(fc.constantFrom('a', 'é', '語', '🎬', '\ud83c'), fc.constantFrom(-1, 0))
  .map(([point, more]) => {
    return point.repeat(LIMITS.prompt.max + more);
  });

/** A body whose fields are valid. It may break the rules of the workflows. */
export const fieldwiseValid = fc.record(
  {
    model: fc.constant(MODEL),
    prompt: fc.oneof(
      { arbitrary: fc.string({ unit: 'binary', minLength: 1 }), weight: 30 },
      { arbitrary: longPrompt, weight: 1 },
    ),
    duration_seconds: fc.integer(LIMITS.durationSeconds),
    mode: fc.constantFrom(...MODES),
    resolution: fc.constantFrom(...RESOLUTIONS),
    aspect_ratio: fc.constantFrom(...ASPECT_RATIOS),
    audio: fc.boolean(),
    image_urls: fc.array(url, { maxLength: LIMITS.imageUrls.max }),
    audio_urls: fc.array(url, { maxLength: LIMITS.audioUrls.max }),
    source_video_ids: fc.array(uuid, { maxLength: LIMITS.sourceVideoIds.max }),
    reference_video_operation: fc.constantFrom(...OPERATIONS),
    subject_to_image_ids: subjectMap,
    subject_to_video_ids: subjectMap,
    subject_to_audio_ids: subjectMap,
  },
  { requiredKeys: ['model', 'prompt', 'duration_seconds'] },
);

/** Damages one value. Returns the new value, or undefined to remove it. */
type Damage = (value: unknown) => { readonly value: unknown } | undefined;

const HOSTILE = [
  null,
  true,
  'true',
  '5',
  '',
  [],
  {},
  [[]],
  [null],
  ['https://a.test/x', 5],
  { hero: [0] },
  { '@hero': [0] },
  0,
  -0,
  -1,
  0.5,
  3,
  4,
  5.0,
  30,
  31,
  2 ** 53,
  1e300,
  Infinity,
  'http://a.test/x',
  'HTTPS://a.test/x',
  ' https://a.test/x',
  'https://a.test/x y',
  'https://a.test/x\n',
  'https://',
  'https://127.1/x',
  'https://u:p@a.test/',
  'https://localhost/',
  'https://a.test:65536/',
  'https://[::1]/',
  'https://a.test/ü',
  'https://a.test/%zz',
  'https://a.test/a#b#c',
  'https://a.test/{x}',
  'https:///x',
  'https://a.test\\x',
] as const;

const KEYS = ['seed', 'Prompt', 'image_url', '__proto__', 'constructor', 'toString', 'hero', '', 'prompt '] as const;

const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.constantFrom(...HOSTILE).map((value) => () => ({ value })),
  fc.jsonValue().map((value) => () => ({ value })),
  fc.constant(() => undefined),
  fc.constant((value: unknown) => ({ value: [value] })),
  fc.tuple(fc.constantFrom(...KEYS), fc.constantFrom(...HOSTILE)).map(([key, added]) => (value: unknown) => ({
    value: isObject(value) ? Object.fromEntries([...Object.entries(value), [key, added]]) : added,
  })),
  fc.integer({ min: 2, max: 31 }).map((times) => (value: unknown) => ({
    value: Array.isArray(value) ? Array(times).fill(value).flat().slice(0, 31) : value,
  })),
  fc.constantFrom(-1, 1, 0.5).map((step) => (value: unknown) => ({
    value: typeof value === 'number' ? value + step : typeof value === 'string' ? value.slice(step) : value,
  })),
);

const atRandomPlaces: fc.Arbitrary<unknown> = fc
  .tuple(fieldwiseValid, fc.array(fc.tuple(fc.nat(), damage), { minLength: 1, maxLength: 3 }))
  .map(([body, damages]) => damages.reduce<unknown>((at, [place, change]) => damagedAt(at, place, change), body));

const atTheEdges: fc.Arbitrary<unknown> = fc
  .tuple(fieldwiseValid, fc.constantFrom(...EDGES))
  .map(([body, edge]) => withEdge(body, edge));

/** A valid body that is damaged at one to three random places, or has one field at the edge of its bounds. */
export const damaged: fc.Arbitrary<unknown> = fc.oneof(atRandomPlaces, atTheEdges);

/** An object with the field names of a create and any values. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(
    fc.constantFrom('model', 'prompt', 'duration_seconds', 'image_urls', 'subject_to_image_ids', ...KEYS),
    fc.oneof(fc.jsonValue(), fc.constantFrom(...HOSTILE)),
  ),
);

function damagedAt(value: unknown, place: number, change: Damage): unknown {
  const paths = pathsOf(value);
  const path = paths[place % paths.length] ?? [];
  return changed(value, path, change)?.value;
}

function pathsOf(value: unknown): string[][] {
  // Only the first items of a list can be damaged, or long lists would displace the fields.
  const entries = isObject(value) || Array.isArray(value) ? Object.entries(value).slice(0, 14) : [];
  return [[], ...entries.flatMap(([key, member]) => pathsOf(member).map((path) => [key, ...path]))];
}

function changed(value: unknown, path: readonly string[], change: Damage): { readonly value: unknown } | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  const entries = Object.entries(Object(value)).flatMap(([name, member]): [string, unknown][] => {
    if (name !== key) return [[name, member]];
    const after = changed(member, rest, change);
    return after === undefined ? [] : [[name, after.value]];
  });
  return { value: Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries) };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
