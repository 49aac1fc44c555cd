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

type SettingPart = Partial<AccountSettings> | undefined;

interface KeySetting {
  /** The form of the setting, for messages. */
  readonly form: string;
  /** Whether the values are names, for which a message suggests similar ones. */
  readonly names?: boolean;
  readonly read: (value: string, scenarios: () => readonly string[]) => SettingPart;
}

const PREFIX = 'sk_standin_';
/** The names that an account may have. URL parsers remove a path segment of one or two dots. */
const LABEL = /^(?!\.{1,2}$)[A-Za-z0-9._+/=-]{1,64}$/;

const KEY_SETTINGS: Readonly<Record<string, KeySetting>> = {
  balance: { form: '~balance-0.47', read: readBalance },
  clock: { form: '~clock-frozen or ~clock-x60', read: (value) => wrap('clock', parseClock(value)) },
  latency: {
    form: '~latency-instant, -fast, -realistic, -manual, -polls-2-3 or -seconds-2-60..90',
    read: (value) => wrap('latency', parseLatency(value)),
  },
  limits: { form: '~limits-off or -realistic', read: oneOf('limits', LIMIT_PROFILES) },
  scenario: {
    form: '~scenario-<name>, with a name that `standin scenarios` lists',
    names: true,
    read: (value, scenarios) => (scenarios().includes(value) ? { scenario: value } : undefined),
  },
  seed: { form: '~seed-7', read: (value) => (/^\d{1,15}$/.test(value) ? { seed: Number(value) } : undefined) },
  settle: { form: '~settle-on_poll or -eager', read: oneOf('settle', SETTLE_MODES) },
  wire: { form: '~wire-real or -clock', read: oneOf('wire', WIRE_CLOCKS) },
};

const NAMES = Object.keys(KEY_SETTINGS);

/** Parses a key of the `sk_standin_` family, or refuses its settings. Returns undefined for other keys. */
export function parseKey(token: string, scenarios: () => readonly string[]): ParsedKey | Refusal | undefined {
  if (!token.startsWith(PREFIX)) return undefined;
  const [label = '', ...parts] = token.slice(PREFIX.length).split('~');
  if (!LABEL.test(label))
    return refuse('its label must be 1 to 64 letters, digits or . _ - + / =, and not "." or "..".');
  let settings: Partial<AccountSettings> = {};
  for (const part of parts) {
    const read = readPart(part, scenarios);
    if (typeof read === 'string') return refuse(read);
    const [name = ''] = Object.keys(read);
    if (Object.hasOwn(settings, name)) return refuse(`it contains ${name} twice.`);
    settings = { ...settings, ...read };
  }
  return { label, keySettings: parts.toSorted().join('~'), settings };
}

/** Parses one setting, or returns the problem with it. */
function readPart(part: string, scenarios: () => readonly string[]): NonNullable<SettingPart> | string {
  const dash = part.indexOf('-');
  const name = dash === -1 ? part : part.slice(0, dash);
  const value = part.slice(dash + 1);
  const setting = Object.hasOwn(KEY_SETTINGS, name) ? KEY_SETTINGS[name] : undefined;
  if (setting === undefined)
    return `"${clip(part)}" is not a setting; ${didYouMean(name, NAMES, `the settings are ${NAMES.join(', ')}.`)}`;
  if (dash === -1) return `"${name}" has no value; write ${setting.form}.`;
  const read = setting.read(value, scenarios);
  if (read !== undefined) return read;
  const form = `write ${setting.form}.`;
  const hint = setting.names === true ? didYouMean(value, scenarios(), form) : form;
  return `"${clip(part)}" is not a value of ${name}; ${hint}`;
}

function refuse(reason: string): Refusal {
  return invalidKey(`The settings in this API key are not valid: ${reason}`);
}

export function invalidKey(message: string): Refusal {
  return new Refusal('invalid_api_key', { message, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
}

function wrap<Name extends keyof AccountSettings>(name: Name, value: AccountSettings[Name] | undefined): SettingPart {
  return value === undefined ? undefined : { [name]: value };
}

function oneOf<Name extends keyof AccountSettings>(name: Name, values: readonly AccountSettings[Name][]) {
  return (text: string): SettingPart =>
    wrap(
      name,
      values.find((value) => value === text),
    );
}

function readBalance(value: string): SettingPart {
  if (!/^\d{1,9}(\.\d{1,6})?$/.test(value)) return undefined;
  return { balance: toMicros(Number(value)) };
}

function clip(part: string): string {
  return part.length > 40 ? `${part.slice(0, 40)}…` : part;
}
