/** Draws small parts that several views use. */

import type { ComponentChildren, ComponentProps, TargetedEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { InputChecks } from '../model/rule-kinds.ts';
import { linkTo } from '../router.ts';
import { isProxy } from '../server.ts';
import { createCurl, FIRST_CREATE, keyOf, sendToApi } from './send.ts';

interface CardProps {
  readonly title: string;
  readonly lead?: string;
  readonly tools?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** Shows a region that screen readers list by its title. */
export function Card({ title, lead, tools, children }: CardProps) {
  return (
    <section class="card stack" aria-label={title}>
      <div class="row">
        <h2>{title}</h2>
        {tools}
      </div>
      {lead && <p class="soft">{lead}</p>}
      {children}
    </section>
  );
}

type Passed = 'title' | 'disabled' | 'type' | 'aria-pressed' | 'aria-expanded';

export interface ButtonProps extends Pick<ComponentProps<'button'>, Passed> {
  readonly label: string;
  /** The subject of the button, if several buttons on a page have the same label. */
  readonly of?: string | undefined;
  /** The name for screen readers, in place of the label. */
  readonly name?: string;
  readonly look?: string;
  readonly onPress: () => unknown;
}

/** Shows a button. With the type `submit`, Enter in a field presses it, too, and it needs a form without problems. */
export function Button({ label, of, name = of && `${label}: ${of}`, look, onPress, ...attributes }: ButtonProps) {
  const press = (event: TargetedEvent<HTMLButtonElement>): void => {
    event.preventDefault();
    if (attributes.type !== 'submit' || event.currentTarget.form?.reportValidity() !== false) onPress();
  };
  return (
    <button type="button" class={look} aria-label={name} onClick={press} {...attributes}>
      {label}
    </button>
  );
}

type Named = Readonly<Record<string, ComponentChildren>>;

/** Shows values with their names side by side. The look `sums` makes the values large. */
export function Facts({ look = 'facts', facts }: { readonly look?: string; readonly facts: Named }) {
  return (
    <dl class={look}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Explains the colors of a drawing: a class, and its words. */
export function Legend({ looks }: { readonly looks: readonly (readonly [look: string, words: string])[] }) {
  return (
    <p class="row legend soft">
      {looks.map(([look, words]) => (
        <span key={look}>
          <i class={look} /> {words}
        </span>
      ))}
    </p>
  );
}

/** Shows the links from the list of accounts to the current view, which may belong to one account. */
export function Crumbs({ account, children }: { readonly account?: string; readonly children: ComponentChildren }) {
  return (
    <div class="crumbs">
      <a href={linkTo('accounts')}>Accounts</a> /
      {account && [<a href={linkTo('account', { name: account, tab: 'generations' })}>{account}</a>, ' /']}
      <h2>{children}</h2>
    </div>
  );
}

/** The values of a choice, with their words if these differ. */
type Options = readonly (readonly [value: string, words?: string])[];

interface BoxProps extends InputChecks {
  readonly label: string;
  readonly value?: string;
  /** The first text of an input that keeps the typed text, such as `1.`. */
  readonly initial?: string;
  readonly onValue: (value: string) => void;
  readonly type?: 'text' | 'number' | 'password';
  readonly options?: Options | undefined;
}

/** Shows a labeled choice between options. Without options, shows an input. The hint appears if the text is wrong. */
export function InputBox({ label, value, initial, onValue, type = 'text', options, ...checks }: BoxProps) {
  const id = label.replaceAll(' ', '');
  const { min = 0, max, hint = type === 'number' && `Enter a number from ${min}${max ? ` to ${max}` : ''}.` } = checks;
  const field = {
    id,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement | HTMLSelectElement }): void =>
      onValue(currentTarget.value),
  };
  const chosen = value ?? initial ?? '';
  // Another program may have chosen a value that the panel does not offer.
  const offered = options?.some(([name]) => name === chosen) ? options : [...(options ?? []), [chosen] as const];
  return (
    <div class={options || type === 'number' ? 'field' : 'field grow'}>
      <label for={id}>{label}</label>
      {options ? (
        <select {...field} value={chosen}>
          {offered.map(([name, words = name]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...field}
          // Preact has a type for each type of input, but none for their union.
          {...({ type } as { readonly type: 'text' })}
          step="any"
          autocomplete="off"
          value={value}
          defaultValue={initial}
          placeholder=" "
          {...checks}
          aria-describedby={`${id}-hint`}
        />
      )}
      <span id={`${id}-hint`} class="bad">
        {hint}
      </span>
    </div>
  );
}

/** A text to copy, and its name on the button: "Copy curl command". */
type CopyProps = Readonly<Record<'what' | 'text', string>>;

const SAID_MS = 2000;

export function CopyBlock({ what, text }: CopyProps) {
  return (
    <div class="copy">
      <CopyButton what={what} text={text} />
      <pre tabIndex={0} aria-label={what}>
        {text}
      </pre>
    </div>
  );
}

/** Copies the text. Browsers allow this only over HTTPS and on this machine. */
export function CopyButton({ what, text }: CopyProps) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(''), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied ✓'),
      () => setSaid('Select the text'),
    );
  };
  return (
    <button class="small" onClick={copy} aria-label={said || `Copy ${what}`}>
      <span role="status">{said || 'Copy'}</span>
    </button>
  );
}

interface StatusMarkProps {
  readonly status?: number;
  /** The rules that created or changed the response. */
  readonly faults?: readonly string[];
  /** The kind of failure, if the status does not show that the request failed. */
  readonly kind?: string | undefined;
  /** The state of a generation or of a request without a response, in place of the status. */
  readonly state?: string | undefined;
}

/** The states of a generation and of a request that are failures. */
const FAILED = new Set(['failed', 'no response']);

/** Shows the number or the state, and the dot. The dot only repeats their meaning. */
export function StatusMark({ status = 0, faults = [], kind, state }: StatusMarkProps) {
  const isInjected = faults.length > 0;
  const plain = isInjected ? 'fault' : status < 400 ? 'good' : 'bad';
  // The color of a state is the same in all views. Only a failure has the color of its kind.
  const isState = state !== undefined && !FAILED.has(state);
  return (
    <span class={`status ${isState ? state : (kind ?? plain)}`}>
      {state === undefined ? status : <span class="state">{state}</span>}
      {isInjected && <span class="hidden"> injected</span>}
    </span>
  );
}

interface TabsProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
  readonly children: ComponentChildren;
}

/** Shows tabs, with the arrow keys of the WAI-ARIA pattern, and the panel of the selected tab. */
export function Tabs({ label, names, chosen, onChoose, children }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onChoose(names.at((names.indexOf(chosen) + step) % names.length) ?? chosen);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus());
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {names.map((name) => (
          <button
            key={name}
            role="tab"
            class="quiet"
            id={name}
            aria-selected={name === chosen}
            aria-controls="tab"
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="tab" aria-labelledby={chosen} class="tab-panel stack">
        {children}
      </div>
    </>
  );
}

/** Shows how to send the first request, for a server without requests. */
export function FirstRequest() {
  const place = <code>{location.origin}</code>;
  if (isProxy()) return <p>Point your app at {place}, with the API key of the service.</p>;
  const { path, headers, body } = FIRST_CREATE;
  const create = { account: 'demo', method: 'POST', path, headers, body: JSON.stringify(body) };
  return (
    <>
      <p>
        Point your app at {place}, with a key such as <code>sk_standin_demo</code>.
      </p>
      <CopyBlock what="curl command" text={createCurl(keyOf('demo'), headers, body)} />
      <p>
        <Button label="Send a test request" look="main" onPress={() => void sendToApi(create)} />
      </p>
    </>
  );
}
