/** JSON that a page shows and no command takes: it is one of the things that the API or a room speaks of, and holds to their schemas. */

import { ErrorEnvelope, VideoGeneration } from '../../contract/generation.ts';
import { parseRequest } from '../../contract/parse-request.ts';
import { FaultRule } from '../../emulator/faults/rule.ts';

/** What the JSON is; `undefined` where it is nothing that is known, or breaks the rules of what it means to be. */
export function kindOfData(text: string): 'create' | 'record' | 'error' | 'fault rule' | undefined {
  const data: unknown = JSON.parse(text);
  if (parseRequest(data).ok) return 'create';
  if (VideoGeneration.strict().safeParse(data).success) return 'record';
  if (ErrorEnvelope.strict().safeParse(data).success) return 'error';
  return FaultRule.safeParse(data).success ? 'fault rule' : undefined;
}
