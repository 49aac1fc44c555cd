/** Reads settings with the table of settings. An error names each invalid setting and its valid values. */

import type { FaultRule } from '../faults/rule.ts';
import { objectOf, orElse, type Reader, type Report } from './readers.ts';
import type { SettingsInput } from './settings-input.ts';
import { SETTINGS, type Settings } from './settings.ts';
import { SettingsError } from './settings-error.ts';
import { saysOfText, spell, type Spellings } from './spellings.ts';

export interface ReadOptions {
  /** The reader of fault rules. It is needed only if `hasFaultRules` returns true. */
  readonly readFaultRules?: Reader<FaultRule[]>['read'] | undefined;
  readonly spelled?: Spellings;
}

/** Returns whether the schema of fault rules is needed to read these settings. */
export function hasFaultRules({ faults }: { readonly faults?: unknown }): boolean {
  return faults !== undefined && !(Array.isArray(faults) && faults.length === 0);
}

/** Returns the settings with their defaults. Throws a SettingsError if a setting is invalid. */
export function readSettings(
  input: SettingsInput,
  { readFaultRules, spelled = new Map() }: ReadOptions = {},
): Settings {
  // A set, because several parts of one flag or variable can have the same message.
  const lines = new Set<string>();
  const report: Report = (says, ...steps) => {
    const path = steps.map(String);
    if (path.length === 0) throw new SettingsError(`the settings ${says}`);
    lines.add(`${spell(path, spelled)}: ${saysOfText(says, path, spelled)}`);
    return undefined;
  };
  const own = readFaultRules && { faults: orElse({ read: readFaultRules }, []) };
  const settings = objectOf({ ...READERS, ...own }, 'the settings are').read(input, report);
  if (settings === undefined) throw new SettingsError([...lines].join('\n'));
  return settings as Settings;
}

const READERS = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, row]) => [name, orElse<unknown>(row.reader, row.default)]),
);
