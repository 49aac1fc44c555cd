/**
 * API keys that contain settings, such as `sk_standin_<label>~balance-0.47~latency-instant`. All characters are allowed
 * in tokens (RFC 6750).
 */

import { toMicros } from '../../../contract/prices.ts';
import { SETTLE_MODES, WIRE_CLOCKS, type AccountSettings } from '../../domain/account.ts';
import { parseClock } from '../../domain/clock.ts';
import { parseLatency } from '../../domain/latency.ts';
import { didYouMean } from '../../domain/near-names.ts';
import { LIMIT_PROFILES } from '../../domain/limits.ts';
import { Refusal } from '../refusal.ts';

interface ParsedKey {
  /** The name of the account. Keys with the same label share the account. */
  readonly label: string;
  /** The settings in sorted order, so that two spellings are equal. Empty if the key has no settings. */
  readonly keySettings: string;
  readonly settings: Partial<AccountSettings>;
}

interface KeySetting<Value> {
  /** The form of the setting, for messages. */
  readonly form: string;
  /** Whether the values are names, for which a message suggests similar ones. */
  readonly names?: boolean;
  readonly read: (value: string, scenarios: () => readonly string[]) => Value | undefined;
}

export const KEY_PREFIX = 'sk_standin_';
/** The names that an account may have. URL parsers remove a path segment of one or two dots. */
const LABEL = /^(?!\.{1,2}$)[A-Za-z0-9._+/=-]{1,64}$/;

type Settings = { -readonly [Name in keyof AccountSettings]?: AccountSettings[Name] };

const KEY_SETTINGS: { readonly [Name in keyof AccountSettings]-?: KeySetting<AccountSettings[Name]> } = {
  balance: {
    form: '~balance-0.47',
    read: (value) => (/^\d{1,9}(\.\d{1,6})?$/.test(value) ? toMicros(Number(value)) : undefined),
  },
  clock: { form: '~clock-frozen or ~clock-x60', read: parseClock },
  latency: {
    form: '~latency-instant, -fast, -realistic, -manual, -polls-2-3 or -seconds-2-60..90',
    read: parseLatency,
  },
  limits: { form: '~limits-off or -realistic', read: (value) => LIMIT_PROFILES.find((profile) => profile === value) },
  scenario: {
    form: '~scenario-<name>, with a name that `standin scenarios` lists',
    names: true,
    read: (value, scenarios) => (scenarios().includes(value) ? value : undefined),
  },
  seed: { form: '~seed-7', read: (value) => (/^\d{1,15}$/.test(value) ? Number(value) : undefined) },
  settle: { form: '~settle-on_poll or -eager', read: (value) => SETTLE_MODES.find((mode) => mode === value) },
  wire: { form: '~wire-real or -clock', read: (value) => WIRE_CLOCKS.find((clock) => clock === value) },
};

const NAMES = Object.keys(KEY_SETTINGS);

/** Parses a key of the `sk_standin_` family, or refuses its settings. Returns undefined for other keys. */
export function parseKey(token: string, scenarios: () => readonly string[]): ParsedKey | Refusal | undefined {
  if (!token.startsWith(KEY_PREFIX)) return undefined;
  const [label = '', ...parts] = token.slice(KEY_PREFIX.length).split('~');
  if (!LABEL.test(label))
    return refuse('its label must be 1 to 64 letters, digits or . _ - + / =, and not "." or "..".');
  const settings: Settings = {};
  for (const part of parts) {
    const problem = readPart(settings, part, scenarios);
    if (problem !== undefined) return refuse(problem);
  }
  return { label, keySettings: parts.toSorted().join('~'), settings };
}

/** Reads one setting, or returns the problem with it. */
function readPart(settings: Settings, part: string, scenarios: () => readonly string[]): string | undefined {
  const dash = part.indexOf('-');
  const name = dash === -1 ? part : part.slice(0, dash);
  if (!isName(name))
    return `"${clip(part)}" is not a setting; ${didYouMean(name, NAMES, `the settings are ${NAMES.join(', ')}.`)}`;
  const { form, names, read } = KEY_SETTINGS[name];
  if (dash === -1) return `"${name}" has no value; write ${form}.`;
  const value = part.slice(dash + 1);
  if (Object.hasOwn(settings, name)) return `it contains ${name} twice.`;
  if (assign(settings, name, read(value, scenarios))) return undefined;
  const hint = names === true ? didYouMean(value, scenarios(), `write ${form}.`) : `write ${form}.`;
  return `"${clip(part)}" is not a value of ${name}; ${hint}`;
}

/** Sets a setting, unless its value is not valid. */
function assign<Name extends keyof Settings>(settings: Settings, name: Name, value?: Settings[Name]): boolean {
  if (value !== undefined) settings[name] = value;
  return value !== undefined;
}

function isName(name: string): name is keyof AccountSettings {
  return Object.hasOwn(KEY_SETTINGS, name);
}

function refuse(reason: string): Refusal {
  return invalidKey(`The settings in this API key are not valid: ${reason}`);
}

export function invalidKey(message: string): Refusal {
  return new Refusal('invalid_api_key', { message, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
}

function clip(part: string): string {
  return part.length > 40 ? `${part.slice(0, 40)}…` : part;
}
