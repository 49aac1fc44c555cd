/** What a rule of the house is. */

import type { Module } from './read-module.ts';

export interface Project {
  /** Every file of the repository, TypeScript or not. */
  readonly files: readonly string[];
  readonly modules: readonly Module[];
}

export interface Rule {
  readonly id: string;
  /** Where the rule is broken: `path:line what is wrong`. */
  readonly violations: (project: Project) => string[];
  /** What `allowed.txt` names of a violation; a rule without it knows no exceptions. */
  readonly subject?: (violation: string) => string;
}
