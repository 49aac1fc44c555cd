/**
 * Fault rules as they were written before each duration in them was in seconds and said so: `giveUpMs`, `advanceMs`,
 * `dateIn`, and a window `from` and `to`. They are read still, from files, programs, the control API and stores.
 */

type Fields = Readonly<Record<string, unknown>>;

interface Renaming {
  readonly to: string;
  /** By which a number is divided. */
  readonly by?: number;
}

const MS = 1000;
const OF_EFFECT: Readonly<Record<string, Renaming>> = {
  giveUpMs: { to: 'giveUpSeconds', by: MS },
  give_up_ms: { to: 'giveUpSeconds', by: MS },
  advanceMs: { to: 'advanceSeconds', by: MS },
  advance_ms: { to: 'advanceSeconds', by: MS },
};
const OF_WINDOW: Readonly<Record<string, Renaming>> = { from: { to: 'fromSeconds' }, to: { to: 'toSeconds' } };
const OF_DATE: Readonly<Record<string, Renaming>> = {
  dateIn: { to: 'dateInSeconds' },
  date_in: { to: 'dateInSeconds' },
};

/** The rule with the names of today. Where a name stands in both spellings it stays, for the schema to refuse. */
export function withPresentNames(rule: unknown): unknown {
  if (!isFields(rule)) return rule;
  const { effect, when } = rule;
  return {
    ...rule,
    ...(isFields(effect) && { effect: within(presentFields(effect, OF_EFFECT), 'retryAfter', OF_DATE) }),
    ...(isFields(when) && { when: within(when, 'window', OF_WINDOW) }),
  };
}

function within(fields: Fields, name: string, renamings: Readonly<Record<string, Renaming>>): Fields {
  const inner = fields[name];
  return isFields(inner) ? { ...fields, [name]: presentFields(inner, renamings) } : fields;
}

function presentFields(fields: Fields, renamings: Readonly<Record<string, Renaming>>): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const renaming = Object.hasOwn(renamings, name) ? renamings[name] : undefined;
      if (renaming === undefined || Object.hasOwn(fields, renaming.to)) return [name, value];
      const { to, by = 1 } = renaming;
      return [to, typeof value === 'number' ? value / by : value];
    }),
  );
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
