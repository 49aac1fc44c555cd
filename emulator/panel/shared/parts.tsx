/** Small pieces of several views. */

import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface TitledProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** Says what went wrong as soon as it did; nothing while nothing is wrong. */
export function Alert({ text }: { readonly text: string | undefined }): VNode {
  return <div role="alert">{text === undefined || text === '' ? null : <p class="problem">{text}</p>}</div>;
}

/** A region that screen readers list by its heading. */
export function Card({ id, title, children }: TitledProps & { readonly id: string }): VNode {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** What is missing, and what to do about it. */
export function Empty({ title, children }: TitledProps): VNode {
  return (
    <section class="empty">
      <p>
        <strong>{title}</strong>
      </p>
      {children}
    </section>
  );
}

/** Amounts with their names, side by side. */
export function Sums({ sums }: { readonly sums: readonly (readonly [name: string, amount: string])[] }): VNode {
  return (
    <dl class="sums">
      {sums.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  );
}

interface FileBoxProps {
  readonly label: string;
  readonly onFile: (file: File | undefined) => void;
}

/** Opens a JSON file. */
export function FileBox({ label, onFile }: FileBoxProps): VNode {
  return (
    <label>
      {label}
      <input type="file" accept="application/json" onChange={(event) => onFile(event.currentTarget.files?.[0])} />
    </label>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onToggle: () => void;
}

/** Stays in its place when it changes, so that the focus stays on it. */
export function Switch({ label, isOn, onToggle }: SwitchProps): VNode {
  return (
    <button type="button" role="switch" class="switch" aria-checked={isOn} aria-label={label} onClick={onToggle} />
  );
}

/** Draws a view again now and then, without a request; undefined while nothing changes by itself. */
export function useTick(everyMs: number | undefined): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const timer = setInterval(() => setTick((before) => before + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}

/** The text of a form field without blanks around it. */
export function typedIn(form: EventTarget | null, field: string): string {
  const typed = form instanceof HTMLFormElement ? new FormData(form).get(field) : null;
  return typeof typed === 'string' ? typed.trim() : '';
}
