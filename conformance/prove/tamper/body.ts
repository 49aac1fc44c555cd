/** Predicates on request bodies, for tampering that acts only on some creates. */

import type { Fields } from '../../checks/lib/answers.ts';

export const has =
  (field: string, value: unknown) =>
  (body: Fields): boolean =>
    body[field] === value;
