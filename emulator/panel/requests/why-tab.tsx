/** Shows why a request got its response: one fact per row, and the switch of the scenario that caused it. */

import { Fragment, type ComponentChildren } from 'preact';
import type { Entry } from '../../journal/entry.ts';
import type { EntrySummary } from '../../journal/summary.ts';
import { read } from '../api.ts';
import { matchedWords, turnRule, turnScenario } from '../model/account-scenarios.ts';
import { factsOf, idleRules, mainRule, planOf, ruleTitle, scenarioOf, type Fact } from '../model/answer.ts';
import { isEarly, retryEnd } from '../model/attempts-line.ts';
import { outcomeOf, sentWords, type RequestGroup } from '../model/requests.ts';
import { dateText, durationText } from '../model/texts.ts';
import { linkTo } from '../router.ts';
import { catalog } from '../server.ts';
import { CommandButton } from '../shared/run-command.tsx';
import { useLoaded } from '../shared/use-loaded.ts';
import { StatusMark } from '../shared/parts.tsx';

export interface EntryProps {
  readonly entry: Entry;
  /** The requests of the generation that the page has loaded. */
  readonly group: RequestGroup | undefined;
}

/** Begins with the rule, because it decides. Ends with the rules that did not fire. */
export function WhyTab({ entry, group }: EntryProps) {
  const { evaluations, request_id: id, faults } = entry;
  const scenarios = catalog.value;
  const { prepared = { faults: [] }, chains = [] } = group ?? {};
  const chain = chains.find((attempts) => attempts.some(({ request_id }) => request_id === id)) ?? [];
  const row = chain.find(({ request_id }) => request_id === id);
  const { rule: planned } = planOf(prepared, scenarios);
  const idle = idleRules(entry, scenarios);
  const acting = faults.length === 0 ? [planned ?? []].flat() : faults.filter((rule) => !idle.includes(rule));
  const name = entry.account ?? '';
  const main = mainRule(entry, scenarios);
  const scenario = scenarioOf(main ?? acting[0] ?? '', scenarios);
  const prompt = entry.request.prompt ?? group?.rows.find((one) => one.prompt !== null)?.prompt ?? '';
  const refused = `matched, but the ${entry.operation === 'create' ? 'create' : 'request'} was refused.`;
  const noEffect = main === undefined ? refused : `No effect: ${ruleTitle(main, scenarios)} answered first.`;
  return (
    <ul class="why">
      {acting.map((rule) => (
        <FactRow key={rule} kind="fault" label="Rule" value={ruleTitle(rule, scenarios)}>
          {faults.length === 0 && 'It acted when the generation was created. '}
          <Switches account={name} rule={rule} prompt={prompt} />
        </FactRow>
      ))}
      {idle.map((rule) => (
        <FactRow key={rule} kind="soft" label="Rule" value={ruleTitle(rule, scenarios)} note={noEffect} />
      ))}
      {row && outcomeOf(row)?.what === 'cut' && (
        <FactRow kind="bad" label="Bytes" value={`${sentWords(row)} sent`}>
          <a href={linkTo('clip', { account: name, id: entry.generation ?? '' })}>Clip and bytes</a>
        </FactRow>
      )}
      <Retry entry={entry} group={group} chain={chain} />
      {factsOf(entry, prepared.faults, scenarios).map((fact) => (
        <FactRow key={fact.label + fact.value} {...fact} />
      ))}
      {scenario && <FactRow label="A correct client" note={scenario.client} />}
      {evaluations.length === 0 && acting.length === 0 && (
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
        {value && <code>{value}</code>} {note}
        {children}
      </div>
    </li>
  );
}

/** Shows the present counts of a scenario or rule, and its switch. */
function Switches({ account: name, rule, prompt }: Readonly<Record<'account' | 'rule' | 'prompt', string>>) {
  const { name: scenario = '' } = scenarioOf(rule, catalog.value) ?? {};
  const { data, reload } = useLoaded(
    () => Promise.all([read('/accounts/{name}/scenarios', { name }), read('/accounts/{name}/faults', { name })]),
    ({ account }) => account === name,
  );
  const [{ scenarios: active }, { rules }] = data ?? [{ scenarios: [] }, { rules: [] }];
  const ownRule = rules.find(({ id }) => id === rule);
  const own = active.find((one) => one.name === scenario) ?? ownRule;
  const inPrompt = scenario !== '' && prompt.includes('[[standin:') && prompt.includes(scenario);
  const turn = (...labels: Parameters<typeof turnScenario>[2][]) =>
    labels.map((label) => turnScenario({ name, active }, scenario, label));
  const commands = [
    ...(ownRule ? [turnRule({ name, rules }, ownRule)] : []),
    ...(scenario ? (own ? turn('Turn off', 'Restart') : turn('Turn on for the account')) : []),
  ];
  return (
    <>
      {own
        ? `${matchedWords(own)}${own.spent ? ' Used up.' : ''}`
        : data && (inPrompt ? 'The prompt turned it on.' : 'It is now off for this account.')}
      <div class="row">
        {commands.map((command) => (
          <CommandButton key={command.label} command={command} onDone={reload} look="small" />
        ))}
      </div>
    </>
  );
}

const MOST_ATTEMPTS = 12;

/** Shows whether the next attempt waited long enough, and the pauses between the latest attempts. */
function Retry({ entry, group, chain }: EntryProps & { readonly chain: readonly EntrySummary[] }) {
  const at = chain.findIndex(({ request_id }) => request_id === entry.request_id);
  const [row, next] = [chain[at], chain[at + 1]];
  const drawn = chain.slice(-MOST_ATTEMPTS);
  return (
    <>
      {row && row.retry_after !== null && (
        <FactRow
          kind={isEarly(row, next) ? 'bad' : 'good'}
          label="Retry-After"
          value={/^\d+$/.test(row.retry_after) ? `${row.retry_after} s,` : row.retry_after}
          note={retryWords(row, next)}
        />
      )}
      {chain.length > 1 && (
        <FactRow label="Attempts">
          <span class="row">
            {drawn.map((one, place) => (
              <Fragment key={one.request_id}>
                {one.real_pause_ms !== null && place > 0 && (
                  <i class={isEarly(drawn[place - 1] ?? one, one) ? 'bad' : 'soft'}>
                    {durationText(one.real_pause_ms)} {isEarly(drawn[place - 1] ?? one, one) && 'too early'}
                  </i>
                )}
                <span class={one === row ? 'chip' : undefined}>
                  <StatusMark status={one.status} faults={one.faults} kind={outcomeOf(one, group)?.kind} />
                </span>
              </Fragment>
            ))}
          </span>
        </FactRow>
      )}
    </>
  );
}

function retryWords(row: EntrySummary, next: EntrySummary | undefined): string {
  const end = retryEnd(row);
  if (end === undefined) return 'neither seconds nor a date';
  const until = `until ${dateText(Date.parse(row.real_at) + end - row.arrived_ms).slice(11)}.`;
  return next === undefined ? until : `${until} The next attempt ${isEarly(row, next) ? 'came too early' : 'waited'}.`;
}
