/** Derives settings of the emulator from the results of a run. Pure: the observations of the emulator are arguments. */

import { DECIDING_SETTINGS, type SettingName } from '../../contract/requirements/requirement.ts';
import type { Report } from '../engine/report.ts';
import { AS_OBSERVED, MAPPINGS, NOT_LEARNED } from './mappings.ts';
import { learnLatency, learnPrices } from './measures.ts';
import { isOfTime } from './drift.ts';
import { learnErrors } from './own-errors.ts';

type Observations = Readonly<Record<string, string>>;

/** A setting that a run decided. */
export interface LearnedSetting {
  readonly setting: SettingName;
  readonly value: unknown;
  /** The observation or measurement that decided the setting. */
  readonly from: string;
}

/** A setting that stays at its default. */
export interface KeptSetting {
  readonly setting: SettingName;
  readonly reason: string;
}

export interface Learned {
  /** The settings in the form of a configuration file of the emulator. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly learned: readonly LearnedSetting[];
  readonly kept: readonly KeptSetting[];
}

/** An observation that the emulator does not show with these settings. */
export interface NotImitated {
  readonly id: string;
  readonly observed: string;
  /** The observation of the emulator; left out if it cannot be tried there. */
  readonly shown?: string;
  readonly reason: string;
}

/**
 * Returns the settings with which the emulator responds like the server of the report, as far as such settings exist.
 * `standin` contains the observations of the emulator with its defaults, which identify the errors.
 */
export function learn(
  { observations, measured }: Pick<Report, 'observations' | 'measured'>,
  standin: Observations,
): Learned {
  const simple = MAPPINGS.flatMap(({ setting, from, values }): LearnedSetting[] => {
    for (const id of from) {
      const observed = observations[id];
      const row = observed === undefined ? undefined : values.find(([pattern]) => pattern.test(observed));
      if (row === undefined) continue;
      const value = row[1] === AS_OBSERVED ? observed : row[1];
      return [{ setting, value, from: `${id} is "${observed}"` }];
    }
    return [];
  });
  const learned = [...simple, ...together(observations, standin, profileOf(simple)), ...ofMeasures(measured)];
  const known = new Set(learned.map(({ setting }) => setting));
  const kept = DECIDING_SETTINGS.filter((setting) => !known.has(setting)).map((setting) => ({
    setting,
    reason: NOT_LEARNED[setting] ?? whyKept(setting, observations),
  }));
  const order = (one: LearnedSetting, other: LearnedSetting): number => (one.setting < other.setting ? -1 : 1);
  const sorted = learned.toSorted(order);
  return { settings: Object.fromEntries(sorted.map(({ setting, value }) => [setting, value])), learned: sorted, kept };
}

/** Other ways to imitate a behavior than a setting. */
const INSTEAD: Readonly<Record<string, string>> = {
  'content.redirect': 'The scenario content_redirect redirects downloads.',
  'error.extra-fields': 'An MSW handler (`--handlers`) can add fields.',
  'record.extra-fields': 'An MSW handler (`--handlers`) can add fields.',
};

/**
 * Lists observations that the emulator does not show with the learned settings. `shown` contains the observations of
 * the emulator.
 */
export function notImitated(observed: Observations, shown: Observations): NotImitated[] {
  return Object.entries(observed).flatMap(([id, value]): NotImitated[] => {
    const own = shown[id];
    if (own === value || isOfTime(id)) return [];
    const reason = INSTEAD[id] ?? 'No setting of the emulator changes this behavior.';
    return [{ id, observed: value, ...(own === undefined ? {} : { shown: own }), reason }];
  });
}

function profileOf(simple: readonly LearnedSetting[]): 'documented' | 'ietf' {
  return simple.some(({ setting, value }) => setting === 'profile' && value === 'ietf') ? 'ietf' : 'documented';
}

function together(observations: Observations, standin: Observations, profile: 'documented' | 'ietf'): LearnedSetting[] {
  const { errors, seen } = learnErrors(observations, standin, profile);
  return seen === 0 ? [] : [{ setting: 'errors', value: errors, from: `${seen} observations of rejections` }];
}

function ofMeasures(measured: Report['measured']): LearnedSetting[] {
  const latency = learnLatency(measured);
  const prices = learnPrices(measured);
  const costs = measured.filter(({ cost }) => cost !== undefined).length;
  const timed = latency && {
    setting: 'latency' as const,
    value: latency.text,
    from: `${latency.generations} generations; each time is exact to ${latency.exactTo} s, because polls are that far apart`,
  };
  const priced = { setting: 'prices' as const, value: prices, from: `the costs of ${costs} create requests` };
  return [...(timed === undefined ? [] : [timed]), ...(Object.keys(prices).length === 0 ? [] : [priced])];
}

function whyKept(setting: SettingName, observations: Observations): string {
  const ids = MAPPINGS.find((mapping) => mapping.setting === setting)?.from ?? [];
  const seen = ids.find((id) => observations[id] !== undefined);
  if (seen !== undefined)
    return `${seen} is "${observations[seen]}". No value of the setting matches this observation.`;
  return ids.length === 0
    ? 'The run did not create a generation from which the kit could derive this setting.'
    : `The run did not observe ${ids.join(' or ')}.`;
}
