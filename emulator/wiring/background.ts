/** Starts background work after a create: fetches input files and renders clips ahead. */

import { InputArrivals, type ArrivalsOptions } from '../api/input-arrivals.ts';
import { loadClipPlan, toClipPlan } from '../api/to-clip-plan.ts';
import type { EnteredAccount } from '../domain/account.ts';
import type { Changes } from '../domain/changes.ts';
import type { Generation } from '../domain/generation.ts';
import type { ClipRenderer, MediaLibrary } from '../domain/ports.ts';
import { createProvider } from '../inputs/simulated-provider.ts';
import type { Settings } from '../settings/settings.ts';
import type { EngineState } from './engine-state.ts';

interface BackgroundParts extends Pick<ArrivalsOptions, 'accounts' | 'lifetimes' | 'reportCrash'> {
  readonly media: MediaLibrary;
  readonly renderer: ClipRenderer;
  readonly state: EngineState;
  /** Reports whether clips may be rendered ahead. Only a process that listens may do this. */
  readonly rendersAhead: () => boolean;
}

/** Returns the parts of the work. `begin` starts the work for committed changes. */
export function wireBackground(settings: Settings, parts: BackgroundParts) {
  const { inputFiles, mediaFetch } = settings;
  const { accounts, lifetimes, reportCrash, media, renderer, rendersAhead, state } = parts;
  const { realNow } = state;
  const provider = createProvider({ media, inputFiles, isRemote: mediaFetch });
  const onPlanned = (account: EnteredAccount, generation: Generation): void => {
    if (!rendersAhead() || account.clock.rate === 0 || !isUnderWay(generation)) return;
    const lifetime = lifetimes.signalOf(account.name);
    if (generation.assignment.sources.length === 0) {
      renderer.ahead(() => toClipPlan(generation), lifetime);
      return;
    }
    loadClipPlan({ accounts, account, lifetime }, generation).then(
      (plan) => plan && renderer.ahead(() => plan, lifetime),
      () => undefined,
    );
  };
  const arrivals = new InputArrivals({ accounts, provider, lifetimes, realNow, onPlanned, reportCrash });
  const begin = (account: EnteredAccount, { transitions }: Changes): void => {
    for (const { before, generation } of transitions) {
      if (before !== undefined) continue;
      if (generation.plan.kind === 'waiting') arrivals.begin(account, generation);
      else onPlanned(account, generation);
    }
  };
  return { provider, arrivals, begin };
}

/** Reports whether the generation will complete, but has not yet. */
function isUnderWay({ plan, createdAt }: Generation): boolean {
  if (plan.kind === 'waiting' || plan.failure !== undefined) return false;
  return plan.kind !== 'timed' || plan.endsAt > createdAt;
}
