/** Predicates on request bodies, for tampering that acts on some creates only. */

import type { Fields } from '../../checks/lib/answers.ts';

export const has =
  (field: string, value: unknown) =>
  (body: Fields): boolean =>
    body[field] === value;
