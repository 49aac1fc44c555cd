/** Shows why a request got its response: one fact per row, and the switch of the scenario that caused it. */

import type { ComponentChildren } from 'preact';
import type { EntrySummary } from '../../journal/summary.ts';
import { readFailures } from '../api.ts';
import { failuresOf, firedWords, matchedWords, turnRule, turnScenario } from '../model/account-scenarios.ts';
import { factsOf, scenarioOf, type Explained, type Fact } from '../model/answer.ts';
import { earlyRetries, isEarly, retryEnd, waitWords } from '../model/attempts-line.ts';
import { lostState, outcomeOf, ruleName, type RequestGroup } from '../model/requests.ts';
import { clockText } from '../model/texts.ts';
import { commandsOn } from '../model/command.ts';
import { catalog } from '../server.ts';
import { CommandButton } from '../shared/run-command.tsx';
import { useLoaded } from '../shared/use-loaded.ts';
import { StatusMark } from '../shared/parts.tsx';

export interface EntryProps extends Explained {
  /** The requests of the generation that the page has loaded. */
  readonly group: RequestGroup | undefined;
  /** The request in this group. */
  readonly row: EntrySummary | undefined;
  /** The attempts at the same operation, oldest first. */
  readonly chain: readonly EntrySummary[];
  /** The place of the request among them, or -1. */
  readonly at: number;
}

/** Begins with the rule, because it decides. Ends with the rules that did not fire. */
export function WhyTab(props: EntryProps) {
  const { entry } = props;
  const { acting, idle, planned } = props.rules;
  const [main] = [...acting, ...planned];
  const why = acting[0] ? `${ruleName(acting[0])} set the response` : 'the request was refused';
  const scenario = main === undefined ? undefined : scenarioOf(main, catalog.value);
  return (
    <ul class="why">
      {[...acting, ...planned].map((rule) => (
        <FactRow key={rule} kind="fault" label="Rule" value={ruleName(rule)}>
          {planned.includes(rule) && 'The rule chose this result when the app created the generation. '}
          <Switches account={entry.account ?? ''} rule={rule} />
        </FactRow>
      ))}
      {idle.map((rule) => (
        <FactRow key={rule} kind="soft" label="Rule" value={ruleName(rule)} note={`No effect, because ${why}.`} />
      ))}
      <Retry {...props} />
      {factsOf(props).map((fact) => (
        <FactRow key={Object.values(fact).join()} {...fact} />
      ))}
      {scenario && <FactRow label="A correct client" note={scenario.client} />}
      {entry.evaluations.length === 0 && main === undefined && (
        <FactRow label="Rules" note="No rule changed this response." />
      )}
    </ul>
  );
}

type RowProps = Partial<Fact> & { readonly children?: ComponentChildren };

function FactRow({ kind, label, value, note, children }: RowProps) {
  return (
    <li class={kind}>
      <span class="soft">{label}</span>
      <div>
        {value && <code>{value}</code>}
        <div class="soft">
          {note}
          {children}
        </div>
      </div>
    </li>
  );
}

/** Shows the present counts of a scenario or rule, and its switch. */
function Switches({ account: name, rule }: Readonly<Record<'account' | 'rule', string>>) {
  const { name: scenario = '' } = scenarioOf(rule, catalog.value) ?? {};
  const { data } = useLoaded(
    () => readFailures(name),
    ({ account }) => account === name,
  );
  const { active = [], rules = [] } = data ?? {};
  const own = failuresOf({ name, active, rules }).find((one) => [rule, scenario].includes(one.name));
  const disabled = rules.find(({ id }) => id === rule);
  const turnOn = scenario ? [turnScenario({ name, active }, scenario, 'Turn on')] : [];
  const commands = own
    ? [own.off, commandsOn(name).restartCounts()]
    : disabled
      ? [turnRule({ name, rules }, disabled)]
      : turnOn;
  return (
    <>
      {own
        ? `${matchedWords(own)}${own.spent ? ` It is ${firedWords(own)}.` : ''}`
        : data && 'The rule is not on for the account.'}
      <div class="row">
        {commands.map((command) => (
          <CommandButton key={command.label} command={command} look="small" />
        ))}
      </div>
    </>
  );
}

const MOST_ATTEMPTS = 12;

/** Shows whether the next attempt waited long enough, and the pauses up to this attempt. */
function Retry({ entry, group, row, chain, at }: EntryProps) {
  const next = chain[at + 1];
  const drawn = chain.slice(Math.max(0, at - 10), Math.max(MOST_ATTEMPTS, at + 2));
  return (
    <>
      {row && row.retry_after !== null && (
        <FactRow
          kind={next === undefined || retryEnd(row) === undefined ? 'soft' : isEarly(row, next) ? 'bad' : 'good'}
          label="Retry-After"
          value={Number(row.retry_after) >= 0 ? `${row.retry_after} s` : row.retry_after}
          note={retryWords(row, next)}
        />
      )}
      {chain.length > 1 && (
        <FactRow
          kind={earlyRetries(drawn) > 0 ? 'bad' : undefined}
          label={entry.operation === 'get' ? 'Polls' : 'Attempts'}
        >
          {at > 10 && `${at - 10} earlier`}
          <ol class="attempts">
            {drawn.map((one, place) => {
              const before = drawn[place - 1];
              return (
                <li key={one.request_id} class={one === row ? 'this' : undefined}>
                  <StatusMark {...one} kind={outcomeOf(one, group)?.kind} state={lostState(one)} />
                  {before && <span class={isEarly(before, one) ? 'bad' : 'soft'}>{waitWords(before, one)}</span>}
                </li>
              );
            })}
          </ol>
        </FactRow>
      )}
    </>
  );
}

function retryWords(row: EntrySummary, next: EntrySummary | undefined): string {
  const end = retryEnd(row);
  if (end === undefined) return 'Not a valid time.';
  const until = `Until ${clockText(Date.parse(row.real_at) + end - row.arrived_ms)}.`;
  if (next === undefined) return until;
  return `${until} The next attempt ${isEarly(row, next) ? 'came too early' : 'waited long enough'}.`;
}
