/** Bodies of creates: good ones, slightly bad ones, and ones that nobody sends by accident. */

import type { Random } from './random.ts';

const DEEP = 100_000;
const STRANGE_TEXTS = [
  '',
  ' ',
  '\0',
  '\ud800',
  '\udfff\ud800',
  '🦊',
  'é',
  '\u202e',
  '__proto__',
  'constructor',
  'null',
  '../../etc',
  '%00',
  'x'.repeat(20_000),
];
const STRANGE_NUMBERS = [
  '-0',
  '4.0',
  '4e0',
  '1e999',
  '-1e999',
  '9007199254740993',
  '1e-400',
  '0.1',
  '00',
  '0x10',
  'NaN',
  'Infinity',
  '-',
  '4.',
];
const FIELDS = [
  'model',
  'prompt',
  'mode',
  'duration_seconds',
  'resolution',
  'aspect_ratio',
  'audio',
  'image_urls',
  'audio_urls',
  'source_video_ids',
  'reference_video_operation',
  'subject_to_image_ids',
  'subject_to_video_ids',
  'subject_to_audio_ids',
  '__proto__',
  'constructor',
  'toString',
  'id',
  '',
  'MODEL',
];
const GOOD = { model: 'videomodel-2.5', prompt: 'A red fox', duration_seconds: 4 };

const WHOLE: readonly ((random: Random) => string | Uint8Array<ArrayBuffer>)[] = [
  () => '',
  () => '['.repeat(DEEP),
  () => `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
  () => `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
  () => `{"model":"videomodel-2.5","prompt":${'['.repeat(DEEP)}`,
  () => '{"a":1,"a":2,"a":3}',
  () => '\ufeff{}',
  () => '{"__proto__":{"mode":"x"},"constructor":{"prototype":{}}}',
  () => `{"prompt":"${'\\u0000'.repeat(1000)}"}`,
  () => 'x'.repeat(1_048_577),
  () => `"${'x'.repeat(1_048_000)}"`,
  () => new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  () => new Uint8Array([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]),
  (random) => random.bytes(random.below(400)),
  (random) => JSON.stringify(GOOD).slice(0, random.below(60)),
];

/** Any body at all. */
export function anyBody(random: Random): string | Uint8Array<ArrayBuffer> {
  if (random.chance(0.3)) return JSON.stringify({ ...GOOD, duration_seconds: 4 + random.below(27) });
  // The heaviest bodies are rare, or nothing else would be tried.
  if (random.chance(0.06)) return random.pick(WHOLE)(random);
  return mutated(random);
}

/** A good body with a few fields changed, as text, so that even names may stand twice. */
function mutated(random: Random): string {
  const fields = Object.entries(GOOD).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  for (let change = 0; change <= random.below(4); change += 1) {
    const field = `${JSON.stringify(random.pick(FIELDS))}:${value(random, 0)}`;
    if (random.chance(0.5)) fields.push(field);
    else fields[random.below(fields.length)] = field;
  }
  return random.chance(0.03) ? `{${fields.join(',')}` : `{${fields.join(',')}}`;
}

function value(random: Random, depth: number): string {
  const kind = random.below(depth > 3 ? 5 : 8);
  if (kind === 0) return JSON.stringify(random.pick(STRANGE_TEXTS));
  if (kind === 1) return random.pick(STRANGE_NUMBERS);
  if (kind === 2) return random.pick(['true', 'false', 'null']);
  if (kind === 3) return String(random.below(60) - 10);
  if (kind === 4)
    return JSON.stringify(
      random.pick([
        'text-to-video',
        'image-to-video',
        'reference-to-video',
        'adaptive',
        '720p',
        'edit',
        'https://a.test/x.png',
        'http://a.test',
        'https://127.0.0.1/',
        '00000000-0000-4000-8000-000000000000',
      ]),
    );
  const size = random.chance(0.05) ? 60 : random.below(4);
  const items = Array.from({ length: size }, () => value(random, depth + 1));
  if (kind < 7) return `[${items.join(',')}]`;
  return `{${items.map((item, at) => `${JSON.stringify(random.pick([...STRANGE_TEXTS, `a${at}`]))}:${item}`).join(',')}}`;
}
