/** An estimate of the memory of an account, so that all accounts together have a bound. */

import type { Account, FaultState } from './account.ts';
import type { Generation } from './generation.ts';

/** The heap bytes of an object without long texts, measured and rounded up. */
const ACCOUNT = 4096;
const GENERATION = 512;
const INPUT = 160;
const RECORD = 768;
const COUNT = 512;
/** The heap bytes per character of JSON, for short texts in arrays and for parsed rules. */
const LIST_FACTOR = 4;
const RULE_FACTOR = 8;

export function accountBytes({ bytes, idempotency, faults }: Account): number {
  return ACCOUNT + bytes + idempotency.size * RECORD + (faults?.counts.size ?? 0) * COUNT;
}

/** Returns the bytes of a generation. They never change. */
export function bytesOfGeneration({ assignment: { prompt, images, audios, sources } }: Generation): number {
  let bytes = GENERATION + 2 * prompt.length;
  for (const inputs of [images, audios, sources]) {
    for (const input of inputs) bytes += INPUT + LIST_FACTOR * JSON.stringify(input).length;
  }
  return bytes;
}

export function bytesOfRules(rules: FaultState['rules']): number {
  return rules.reduce((sum, rule) => sum + JSON.stringify(rule).length * RULE_FACTOR, 0);
}
