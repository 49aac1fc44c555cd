/** The account of a test: its key, clock, faults and journal. It uses the control API. */

import { toSnakeCase } from '../../lib/spelling.ts';
import type { AccountView, ClockView, LedgerView, ClockChangeView } from '../control/view-schemas.ts';
import type { GenerationView, GenerationMove } from '../control/routes/generations.ts';
import type { RuleView } from '../control/routes/faults.ts';
import type { ActiveScenario } from '../control/routes/scenarios.ts';
import type { Snapshot } from '../control/routes/snapshot-schema.ts';
import type { FaultRuleInput } from '../faults/rule.ts';
import type { Entry, FilterInput, ScenarioName, SequenceReport, SettingsInput, WaitReport } from '../index.ts';
import type { ControlCall } from './control-client.ts';
import { ExpectationError, judgeRequests } from './expect-requests.ts';

/** The settings of a new account. Omitted settings keep the values of the server. */
export type AccountOptions = Pick<
  SettingsInput,
  'balance' | 'latency' | 'seed' | 'settle' | 'limits' | 'clock' | 'scenario' | 'wire'
>;

export interface TestAccount {
  readonly name: string;
  readonly apiKey: string;
  readonly baseUrl: string;
  /** Returns the ledger, clock, settings and counters as they are now. */
  read(): Promise<AccountView>;
  ledger(): Promise<LedgerView>;
  setBalance(dollars: number): Promise<void>;
  /** Revokes the key until it is restored. */
  revokeKey(): Promise<void>;
  restoreKey(): Promise<void>;
  readonly clock: TestClock;
  readonly faults: TestFaults;
  readonly scenarios: TestScenarios;
  readonly generations: {
    list(): Promise<readonly GenerationView[]>;
    move(id: string, to: GenerationMove): Promise<GenerationView>;
  };
  readonly journal: TestJournal;
  /** Fails unless exactly these requests arrived in order. `others: 'allowed'` permits more in between. */
  expectRequests(expected: readonly FilterInput[], options?: { others?: 'none' | 'allowed' }): Promise<void>;
  snapshot(): Promise<Snapshot>;
  restore(snapshot: Snapshot): Promise<void>;
  /** Opens a second account in the state of this account. The caller closes it. */
  fork(name?: string): Promise<TestAccount>;
  /** Resets the account to its initial state, and interrupts requests in flight. */
  reset(): Promise<void>;
  /** Deletes the account, and interrupts requests in flight. */
  close(): Promise<void>;
}

export interface TestClock {
  read(): Promise<ClockView>;
  /** `real`, `frozen`, `frozen@<time>` or `x60`. */
  set(text: string): Promise<ClockChangeView>;
  /** Moves the clock and returns the resulting changes. */
  advance(by: { readonly seconds: number } | { readonly to: string }): Promise<ClockChangeView>;
  /** Moves the clock until all generations have ended that time can end. */
  runUntilIdle(): Promise<ClockChangeView>;
}

export interface TestFaults {
  list(): Promise<readonly RuleView[]>;
  add(rule: FaultRuleInput, options?: { keep?: boolean }): Promise<RuleView>;
  /** Replaces the rules by rules as written or as listed. Counters start again. */
  replace(rules: readonly (FaultRuleInput | RuleView)[], options?: { keep?: boolean }): Promise<readonly RuleView[]>;
  remove(id: string): Promise<void>;
  clear(): Promise<void>;
  /** Restarts the counts of all rules, including scenarios. Rules, generations and money stay as they are. */
  restart(): Promise<readonly RuleView[]>;
}

export interface TestScenarios {
  /** Turns on these scenarios from their beginning, and all others off. Without names, turns all off. */
  use(...names: (ScenarioName | (string & Record<never, never>))[]): Promise<void>;
  /** Returns the active scenarios, with how often their rules fired and whether they are spent. */
  list(): Promise<readonly ActiveScenario[]>;
}

export interface TestJournal {
  /** Returns the entries, oldest first. */
  entries(filter?: FilterInput): Promise<readonly Entry[]>;
  /** Waits until this number of requests match. At the timeout, fails with the closest requests. */
  wait(filter: FilterInput, options?: { count?: number; timeoutMs?: number }): Promise<readonly Entry[]>;
  /** Explains a response by its `x-request-id`. */
  explain(requestId: string): Promise<string>;
  clear(): Promise<void>;
}

interface Opened {
  readonly name: string;
  readonly apiKey: string;
}

interface OpenedAccount {
  readonly account: AccountView;
  readonly key: string;
}

/** Opens an account with a unique name and key. */
export async function openTestAccount(
  call: ControlCall,
  baseUrl: string,
  options: AccountOptions,
): Promise<TestAccount> {
  const { account, key } = await call<OpenedAccount>('POST /accounts', options);
  return toTestAccount(call, baseUrl, { name: account.name, apiKey: key });
}

function toTestAccount(call: ControlCall, baseUrl: string, { name, apiKey }: Opened): TestAccount {
  const at = `/accounts/${encodeURIComponent(name)}`;
  const read = (): Promise<AccountView> => call(`GET ${at}`);
  const journal = journalOf(call, at);
  return {
    name,
    apiKey,
    baseUrl,
    read,
    ledger: async () => (await read()).ledger,
    setBalance: async (dollars) => void (await call(`PUT ${at}/balance`, { balance_usd: dollars })),
    revokeKey: async () => void (await call(`POST ${at}/keys/revoke`)),
    restoreKey: async () => void (await call(`POST ${at}/keys/restore`)),
    clock: clockOf(call, at),
    faults: faultsOf(call, at),
    scenarios: {
      use: async (...names) => void (await call(`PUT ${at}/scenarios`, { scenarios: names })),
      list: async () => (await call<{ scenarios: ActiveScenario[] }>(`GET ${at}/scenarios`)).scenarios,
    },
    generations: {
      list: async () => (await call<{ generations: GenerationView[] }>(`GET ${at}/generations?limit=1000`)).generations,
      move: (id, to) => call(`POST ${at}/generations/${id}/move`, to),
    },
    journal,
    expectRequests: async (expected, { others = 'none' } = {}) => {
      const report = await sequenceOf(call, at, expected);
      judgeRequests({ expected, report, entries: await journal.entries(), others });
    },
    snapshot: () => call(`GET ${at}/snapshot`),
    restore: async (snapshot) => void (await call(`PUT ${at}/snapshot`, snapshot)),
    fork: async (wanted) => {
      const opened = await call<OpenedAccount>(`POST ${at}/fork`, { name: wanted });
      return toTestAccount(call, baseUrl, { name: opened.account.name, apiKey: opened.key });
    },
    reset: async () => void (await call(`POST ${at}/reset`)),
    close: async () => void (await call(`DELETE ${at}`)),
  };
}

function clockOf(call: ControlCall, at: string): TestClock {
  return {
    read: () => call(`GET ${at}/clock`),
    set: (text) => call(`PUT ${at}/clock`, { clock: text }),
    advance: (by) => call(`POST ${at}/clock/advance`, 'to' in by ? by : { by_seconds: by.seconds }),
    runUntilIdle: () => call(`POST ${at}/clock/run-until-idle`),
  };
}

function faultsOf(call: ControlCall, at: string): TestFaults {
  const replace: TestFaults['replace'] = async (rules, { keep } = {}) =>
    (await call<{ rules: RuleView[] }>(`PUT ${at}/faults`, { rules: rules.map(toSnakeCase), keep })).rules;
  return {
    list: async () => (await call<{ rules: RuleView[] }>(`GET ${at}/faults`)).rules,
    add: (rule, { keep } = {}) => call(`POST ${at}/faults`, { rule: toSnakeCase(rule), keep }),
    replace,
    remove: async (id) => void (await call(`DELETE ${at}/faults/${encodeURIComponent(id)}`)),
    clear: async () => void (await replace([])),
    restart: async () => (await call<{ rules: RuleView[] }>(`POST ${at}/faults/restart`)).rules,
  };
}

function journalOf(call: ControlCall, at: string): TestJournal {
  return {
    entries: async (filter = {}) => (await call<{ entries: Entry[] }>(`POST ${at}/journal/find`, { filter })).entries,
    wait: async (filter, { count = 1, timeoutMs = 5000 } = {}) => {
      const condition = { filter, count, timeout_seconds: timeoutMs / 1000 };
      const report = await call<WaitReport>(`POST ${at}/journal/wait`, condition);
      if (report.held) return report.entries;
      const nearest = report.nearest.map(({ request, differs }) => `\n  ${request} ${JSON.stringify(differs)}`);
      throw new ExpectationError(`${report.why} The most similar requests:${nearest.join('')}`);
    },
    explain: async (requestId) => (await call<{ explanation: string }>(`GET /explain/${requestId}`)).explanation,
    clear: async () => void (await call(`DELETE ${at}/journal`)),
  };
}

async function sequenceOf(call: ControlCall, at: string, filters: readonly FilterInput[]): Promise<SequenceReport> {
  return filters.length === 0 ? { holds: true, entries: [] } : call(`POST ${at}/journal/sequence`, { filters });
}
