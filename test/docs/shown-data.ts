/** Checks JSON on pages that no command uses: it must match the schema of one of the known kinds. */

import { ErrorEnvelope, VideoGeneration } from '../../contract/generation.ts';
import { parseRequest } from '../../contract/parse-request.ts';
import { FaultRule } from '../../emulator/faults/rule.ts';

/** Returns the kind of the JSON, or undefined if the JSON matches no known schema. */
export function kindOfData(text: string): 'create' | 'record' | 'error' | 'fault rule' | undefined {
  const data: unknown = JSON.parse(text);
  if (parseRequest(data).ok) return 'create';
  if (VideoGeneration.strict().safeParse(data).success) return 'record';
  if (ErrorEnvelope.strict().safeParse(data).success) return 'error';
  return FaultRule.safeParse(data).success ? 'fault rule' : undefined;
}
