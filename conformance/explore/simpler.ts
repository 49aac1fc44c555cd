/** The candidates by which the requests of a sequence become plainer. */

import { isObject } from '../engine/evidence.ts';
import { TEXT, without } from '../checks/lib/bodies.ts';
import type { Sequence, Step } from './sequence.ts';
import { jsonIn } from './world.ts';

/** The sequence with one request that is plainer. */
export function plainerSteps(sequence: Sequence): Sequence[] {
  return sequence.flatMap((step, at) => plainer(step).map((one) => sequence.toSpliced(at, 1, one)));
}

function plainer(step: Step): Step[] {
  const { isTogether = false, ...alone } = step;
  const { headers = [], body = '' } = step;
  const fewer = headers.flatMap(([name], at) =>
    name === 'Content-Type' ? [] : [{ ...step, headers: headers.toSpliced(at, 1) }],
  );
  return [...(isTogether ? [alone] : []), ...fewer, ...plainerBodies(body).map((one) => ({ ...step, body: one }))];
}

/** Without each field, with its usual value, and with shorter lists. */
function plainerBodies(text: string): string[] {
  const body = jsonIn(text);
  if (!isObject(body)) return [];
  const variants = Object.entries(body).flatMap(([field, value]) => {
    const usual: unknown = Reflect.get(TEXT, field);
    const shorter = Array.isArray(value) && value.length > 1 ? [value.slice(1), value.slice(0, 1)] : [];
    const plainer = usual === undefined ? without(body, field) : { ...body, [field]: usual };
    return [plainer, ...shorter.map((list) => ({ ...body, [field]: list }))];
  });
  // Another spelling of the same JSON comes first.
  return [body, ...variants].map((one) => JSON.stringify(one));
}
