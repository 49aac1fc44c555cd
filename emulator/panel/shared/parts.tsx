/** Draws small parts that several views use. */

import type { ComponentChildren, ComponentProps } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { linkTo } from '../router.ts';

interface CardProps {
  readonly title: string;
  readonly lead?: string;
  readonly tools?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** Shows a region that screen readers list by its heading. */
export function Card({ title, lead, tools, children }: CardProps) {
  const id = useId();
  return (
    <section class="card stack" aria-labelledby={id}>
      <div class="row">
        <h2 id={id}>{title}</h2>
        {tools}
      </div>
      {lead && <p class="soft">{lead}</p>}
      {children}
    </section>
  );
}

type Attributes = ComponentProps<'button'>;

export interface ButtonProps extends Pick<
  Attributes,
  'title' | 'disabled' | 'type' | 'aria-pressed' | 'aria-expanded'
> {
  readonly label: string;
  /** The name for screen readers, if several buttons have the same label. */
  readonly name?: string | undefined;
  readonly look?: string | undefined;
  readonly onPress: (event: Event) => void;
}

/** Shows a button. With the type `submit`, Enter in a field of its form presses it, too. */
export function Button({ label, name, look, onPress, ...attributes }: ButtonProps) {
  const press = (event: Event): void => {
    event.preventDefault();
    onPress(event);
  };
  return (
    <button type="button" class={look} aria-label={name} onClick={press} {...attributes}>
      {label}
    </button>
  );
}

/** Shows a problem as soon as there is one. */
export function Alert({ text }: { readonly text: string | undefined }) {
  return <div role="alert">{text && <p class="bad">{text}</p>}</div>;
}

type Named = readonly [name: string, value: ComponentChildren];

/** Shows values with their names side by side. The look `sums` makes the values large. */
export function Facts({ look = 'facts', facts }: { readonly look?: string; readonly facts: readonly Named[] }) {
  return (
    <dl class={look}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows the links from the list of accounts to the current view, which may belong to one account. */
export function Crumbs({ account, children }: { readonly account?: string; readonly children: ComponentChildren }) {
  return (
    <div class="crumbs">
      <a href={linkTo('accounts')}>Accounts</a> /
      {account && (
        <>
          <a href={linkTo('account', { name: account, tab: 'generations' })}>{account}</a> /
        </>
      )}
      <h2>{children}</h2>
    </div>
  );
}

export function typedIn({ currentTarget }: SubmitEvent, field: string): string {
  const typed = new FormData(currentTarget as HTMLFormElement).get(field);
  return typeof typed === 'string' ? typed.trim() : '';
}

interface BoxProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

const NUMBER = { type: 'number', step: 'any' } as const;
const TEXT = { type: 'text', autocomplete: 'off' } as const;

/** Shows an input for a line of text, or for a number. */
export function InputBox({ label, value, onValue, isNumber }: BoxProps & { readonly isNumber?: boolean }) {
  return (
    <label class={isNumber ? undefined : 'grow'}>
      {label}
      <input {...(isNumber ? NUMBER : TEXT)} value={value} onInput={(event) => onValue(event.currentTarget.value)} />
    </label>
  );
}

type Options = readonly (readonly [value: string, words?: string])[];

export function SelectBox({ label, value, onValue, options }: BoxProps & { readonly options: Options }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {options.map(([name, words = name]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

interface CopyProps {
  /** The name of the text on the button: "Copy curl command". */
  readonly what: string;
  readonly text: string;
}

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

/** Shows a value on one line with its button. */
export function CopyValue({ what, text }: CopyProps) {
  return (
    <span class="row">
      <code aria-label={what}>{text}</code>
      <CopyButton what={what} text={text} />
    </span>
  );
}

/** Copies the text. Browsers allow this only over HTTPS and on this machine. */
function CopyButton({ what, text }: CopyProps) {
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
    <button class="small" onClick={copy} aria-label={said === '' ? `Copy ${what}` : said}>
      <span role="status">{said === '' ? 'Copy' : said}</span>
    </button>
  );
}

interface StatusMarkProps {
  readonly status: number;
  /** The rules that created or changed the response. */
  readonly faults?: readonly string[];
  /** The kind of failure, if the status does not show that the request failed. */
  readonly kind?: 'bad' | 'fault' | undefined;
  /** The state of a generation, in place of the status. */
  readonly state?: string | undefined;
}

/** Shows the number and the dot. The dot only repeats the meaning of the number. */
export function StatusMark({ status, faults = [], kind, state }: StatusMarkProps) {
  const isInjected = faults.length > 0;
  return (
    <span class={`status ${kind ?? (isInjected ? 'fault' : status < 400 ? 'good' : 'bad')}`}>
      {state === undefined ? status : <span class="state">{state}</span>}
      {isInjected && <span class="hidden"> injected</span>}
    </span>
  );
}

interface TabsProps {
  readonly label: string;
  /** The name of each tab, and the number after it. */
  readonly tabs: readonly (readonly [name: string, count?: number])[];
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
  readonly children: ComponentChildren;
}

/** Shows tabs, with the arrow keys of the WAI-ARIA pattern, and the panel of the selected tab. */
export function Tabs({ label, tabs, chosen, onChoose, children }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const at = tabs.findIndex(([name]) => name === chosen);
    const [next = chosen] = tabs[(at + step + tabs.length) % tabs.length] ?? [];
    onChoose(next);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus());
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(([name, count = 0]) => (
          <button
            key={name}
            role="tab"
            class="quiet"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {name}
            {count > 0 && <span class="count">{count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} class="tab-panel">
        {children}
      </div>
    </>
  );
}

/** Shows a tab for each language, such as `curl` and `TypeScript`, with the text to copy. */
export function ChoiceTabs({
  what,
  texts,
}: {
  readonly what: string;
  readonly texts: Readonly<Record<string, string>>;
}) {
  const names = Object.keys(texts);
  const [chosen = '', setChosen] = useState(names[0]);
  return (
    <Tabs label={what} tabs={names.map((name) => [name])} chosen={chosen} onChoose={setChosen}>
      <CopyBlock what={`${what} in ${chosen}`} text={texts[chosen] ?? ''} />
    </Tabs>
  );
}
