/** The candidates by which a sequence shrinks: fewer requests first, then plainer ones. */

import { isObject } from '../engine/evidence.ts';
import { TEXT } from '../checks/lib/bodies.ts';
import type { Sequence, Step } from './sequence.ts';
import { jsonIn } from './world.ts';

/** Each request alone, and the sequence without each of them. */
export function fewerSteps(sequence: Sequence): Sequence[] {
  const alone = sequence.length > 2 ? sequence.map((step) => [apart(step)]) : [];
  const without = sequence.length > 1 ? sequence.map((_, at) => withFirstApart(sequence.toSpliced(at, 1))) : [];
  return [...alone, ...without];
}

function withFirstApart([first, ...rest]: Sequence): Sequence {
  return first === undefined ? [] : [apart(first), ...rest];
}

function apart(step: Step): Step {
  const { isTogether = false, ...rest } = step;
  return isTogether ? rest : step;
}

/** The sequence with one request that is plainer. */
export function plainerSteps(sequence: Sequence): Sequence[] {
  return sequence.flatMap((step, at) => plainer(step).map((one) => sequence.toSpliced(at, 1, one)));
}

function plainer(step: Step): Step[] {
  const { headers = [], body, isTogether } = step;
  const fewer = headers.flatMap(([name], at) =>
    name.toLowerCase() === 'content-type' ? [] : [{ ...step, headers: headers.toSpliced(at, 1) }],
  );
  return [
    ...(isTogether === true ? [apart(step)] : []),
    ...fewer,
    ...(body === undefined ? [] : plainerBodies(body).map((one) => ({ ...step, body: one }))),
  ];
}

/** Without each field, with its usual value, and with shorter lists. */
function plainerBodies(text: string): string[] {
  const body = jsonIn(text);
  if (!isObject(body)) return [];
  const variants = Object.entries(body).flatMap(([field, value]) => {
    const usual: unknown = Reflect.get(TEXT, field);
    const { [field]: _, ...others } = body;
    const shorter = Array.isArray(value) && value.length > 1 ? [value.slice(1), value.slice(0, 1)] : [];
    return [
      ...(usual === undefined ? [others] : value === usual ? [] : [{ ...body, [field]: usual }]),
      ...shorter.map((list) => ({ ...body, [field]: list })),
    ];
  });
  // Another spelling of the same JSON comes first.
  return [...new Set([body, ...variants].map((one) => JSON.stringify(one)))].filter((one) => one !== text);
}
