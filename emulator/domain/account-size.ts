/**
 * How much memory an account takes, in bytes: an upper estimate by what it holds. Whatever adds to an account or drops
 * from it counts that; a whole account is counted anew.
 */

import type { FaultState } from './fault-state.ts';
import type { Generation } from './generation.ts';
import type { IdempotencyRecord } from './idempotency-record.ts';

/** The texts among the single values of an account. */
interface HeadTexts {
  readonly name: string;
  readonly origin: string;
  readonly setUp: string;
  readonly revokedKeys: readonly string[];
  readonly scenarios: readonly string[];
}

/** Measured as the heap that one takes with short texts, and rounded up. */
const ACCOUNT = 3000;
const GENERATION = 512;
const RECORD = 512;
const COUNT = 320;
const INPUT = 160;
const TEXT = 40;
/** A rule as objects, for each character of its JSON. */
const RULE_FACTOR = 8;

/** The bytes of a generation; they stay the same while it lives. */
export function bytesOfGeneration({ assignment, scenarios }: Generation): number {
  const { prompt, images, audios, sources } = assignment;
  let bytes = GENERATION + textBytes(prompt);
  for (const inputs of [images, audios]) {
    for (const { url, handles } of inputs) bytes += INPUT + textBytes(url) + listBytes(handles);
  }
  for (const { handles } of sources) bytes += INPUT + listBytes(handles);
  return bytes + listBytes(scenarios);
}

/** The bytes of an idempotency record. */
export function bytesOfRecord({ key, fingerprint }: IdempotencyRecord): number {
  return RECORD + textBytes(key) + textBytes(fingerprint);
}

/** The bytes of a count of a fault rule, by its key. */
export function bytesOfCount(name: string): number {
  return COUNT + textBytes(name);
}

/** The bytes of an account's own fault rules. */
export function bytesOfRules(rules: FaultState['rules']): number {
  return rules.reduce((sum, rule) => sum + bytesOfRule(rule), 0);
}

/** Rules never change, and are counted anew with each that is added. */
const counted = new WeakMap<FaultState['rules'][number], number>();

function bytesOfRule(rule: FaultState['rules'][number]): number {
  const known = counted.get(rule);
  if (known !== undefined) return known;
  const bytes = JSON.stringify(rule).length * RULE_FACTOR;
  counted.set(rule, bytes);
  return bytes;
}

/** The bytes of an account without its collections. */
export function bytesOfHead({ name, origin, setUp, revokedKeys, scenarios }: HeadTexts): number {
  return ACCOUNT + textBytes(name + origin + setUp) + listBytes(revokedKeys) + listBytes(scenarios);
}

/** Each character takes two bytes where one of them is not Latin. */
function textBytes(text: string): number {
  return TEXT + (WIDE.test(text) ? 2 * text.length : text.length);
}

const WIDE = /[\u0100-\uffff]/;

function listBytes(texts: readonly string[]): number {
  return texts.length === 0 ? 0 : texts.reduce((sum, text) => sum + textBytes(text), 0);
}
