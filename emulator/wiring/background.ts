/** Wiring of what goes on behind a create once it is committed: its input files are fetched, its clip is rendered ahead. */

import { InputArrivals, type ArrivalsOptions } from '../api/input-arrivals.ts';
import { renderAhead } from '../api/render-ahead.ts';
import type { Account } from '../domain/account.ts';
import type { Changes } from '../domain/changes.ts';
import type { Generation } from '../domain/generation.ts';
import type { ClipRenderer } from '../domain/ports.ts';

export interface Background {
  readonly arrivals: InputArrivals;
  /** Begins what committed changes call for. */
  readonly begin: (account: Account, changes: Changes) => void;
}

interface BackgroundParts extends Omit<ArrivalsOptions, 'onPlanned'> {
  readonly renderer: ClipRenderer;
  /** Whether clips may be rendered before anybody asks for them: only by a process that listens. */
  readonly rendersAhead: () => boolean;
}

export function wireBackground(parts: BackgroundParts): Background {
  const onPlanned = (account: Account, generation: Generation): void => {
    if (parts.rendersAhead()) renderAhead(parts, account, generation);
  };
  const arrivals = new InputArrivals({ ...parts, onPlanned });
  return {
    arrivals,
    begin: (account, { transitions }) => {
      for (const { before, generation } of transitions) {
        if (before !== undefined) continue;
        if (generation.plan.kind === 'waiting') arrivals.begin(account, generation);
        else onPlanned(account, generation);
      }
    },
  };
}
