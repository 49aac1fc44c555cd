/** The type of an architecture rule. */

import type { Module } from './read-module.ts';

export interface Project {
  /** Every file of the repository, TypeScript or not. */
  readonly files: readonly string[];
  readonly modules: readonly Module[];
}

export interface Rule {
  readonly id: string;
  /** Returns the violations: `path:line`, then the mistake. */
  readonly violations: (project: Project) => string[];
  /** Returns the subject of a violation in `allowed.txt`. A rule without this function allows no exceptions. */
  readonly subject?: (violation: string) => string;
}
