/** The pace of scenarios: real times or short waits. The schema is in another file, as in `name-rules.ts`. */

export const PACES = ['real', 'quick'] as const;
export type Pace = (typeof PACES)[number];
