/** Reads settings by the table; an error names each invalid setting and what it has to be. */

import type { FaultRule } from '../faults/rule.ts';
import { objectOf, orElse, type Reader, type Report } from './readers.ts';
import type { SettingsInput } from './settings-input.ts';
import { SETTINGS, type Settings } from './settings.ts';
import { SettingsError } from './settings-error.ts';
import { saysOfText, spell, type Spellings } from './spellings.ts';

export interface ReadOptions {
  /** The reader of fault rules; needed only if `hasFaultRules`. */
  readonly readFaultRules?: Reader<FaultRule[]>['read'] | undefined;
  readonly spelled?: Spellings;
}

/** Whether the schema of fault rules is needed to read these settings. */
export function hasFaultRules({ faults }: { readonly faults?: unknown }): boolean {
  return faults !== undefined && !(Array.isArray(faults) && faults.length === 0);
}

/** Fills in the defaults, or throws a SettingsError. */
export function readSettings(
  input: SettingsInput,
  { readFaultRules, spelled = new Map() }: ReadOptions = {},
): Settings {
  // A set, because several parts of one flag or variable get the same message.
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
