/** How long scenarios take: as they stand, or in short waits. Apart from their schema, as `name-rules.ts` is. */

export const PACES = ['real', 'quick'] as const;
export type Pace = (typeof PACES)[number];
