/** An upper bound of the memory of an account in bytes. Each change of an account updates `Account.bytes`. */

import type { FaultState } from './fault-state.ts';
import type { Generation } from './generation.ts';
import type { IdempotencyRecord } from './idempotency-record.ts';

/** The strings in the head of an account. */
interface HeadTexts {
  readonly name: string;
  readonly origin: string;
  readonly setUp: string;
  readonly revokedKeys: readonly string[];
  readonly scenarios: readonly string[];
}

/** The heap bytes of one object with short strings, measured and rounded up. */
const ACCOUNT = 3000;
const GENERATION = 512;
const RECORD = 512;
const COUNT = 320;
const INPUT = 160;
const TEXT = 40;
/** The heap bytes of a parsed rule per character of its JSON. */
const RULE_FACTOR = 8;

/** Returns the bytes of a generation. They never change. */
export function bytesOfGeneration({ assignment, scenarios }: Generation): number {
  const { prompt, images, audios, sources } = assignment;
  let bytes = GENERATION + textBytes(prompt);
  for (const inputs of [images, audios]) {
    for (const { url, handles } of inputs) bytes += INPUT + textBytes(url) + listBytes(handles);
  }
  for (const { handles } of sources) bytes += INPUT + listBytes(handles);
  return bytes + listBytes(scenarios);
}

/** Returns the bytes of an idempotency record. */
export function bytesOfRecord({ key, fingerprint }: IdempotencyRecord): number {
  return RECORD + textBytes(key) + textBytes(fingerprint);
}

/** Returns the bytes of the counts of a fault rule under this key. */
export function bytesOfCount(name: string): number {
  return COUNT + textBytes(name);
}

/** Returns the bytes of an account's own fault rules. */
export function bytesOfRules(rules: FaultState['rules']): number {
  return rules.reduce((sum, rule) => sum + bytesOfRule(rule), 0);
}

/** The sizes of rules, which are immutable. Each added rule measures the whole list again. */
const ruleSizes = new WeakMap<FaultState['rules'][number], number>();

function bytesOfRule(rule: FaultState['rules'][number]): number {
  const known = ruleSizes.get(rule);
  if (known !== undefined) return known;
  const bytes = JSON.stringify(rule).length * RULE_FACTOR;
  ruleSizes.set(rule, bytes);
  return bytes;
}

/** Returns the bytes of an account without its collections. */
export function bytesOfHead({ name, origin, setUp, revokedKeys, scenarios }: HeadTexts): number {
  return ACCOUNT + textBytes(name + origin + setUp) + listBytes(revokedKeys) + listBytes(scenarios);
}

/** Returns the bytes of a string: two per character if any character is outside Latin-1, else one. */
function textBytes(text: string): number {
  return TEXT + (WIDE.test(text) ? 2 * text.length : text.length);
}

const WIDE = /[\u0100-\uffff]/;

function listBytes(texts: readonly string[]): number {
  return texts.length === 0 ? 0 : texts.reduce((sum, text) => sum + textBytes(text), 0);
}
