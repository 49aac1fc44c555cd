/** A schedule: the faults that an exploration lets a client meet in one round. */

import type { JSONType } from 'zod';
import type { Goal } from '../expectations/expectation.ts';

export type Fields = Readonly<Record<string, JSONType>>;

/** A fault rule as its file has it. */
export interface DrawnRule {
  readonly match: {
    readonly operation?: 'create' | 'get' | 'content';
    readonly phase?: string;
    readonly range?: boolean;
    readonly status?: string;
  };
  readonly when?: {
    readonly after?: number;
    readonly first?: number;
    readonly window?: { readonly toSeconds: number };
  };
  readonly effect: Fields & { readonly kind: string };
}

export interface Schedule {
  readonly goal: Goal;
  readonly latency: string;
  readonly rules: readonly DrawnRule[];
}
