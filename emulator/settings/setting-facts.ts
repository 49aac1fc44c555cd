/** What is known of a setting without its schema. */

import type { Settings } from './schema.ts';
import type { TextForm } from './text-forms.ts';

export interface SettingFacts {
  readonly name: keyof Settings;
  readonly description: string;
  /** How a text says its value; a setting without one goes into a file. A list is separated by commas; `media` may come more than once. */
  readonly form?: 'boolean' | 'number' | 'text' | 'literal' | 'list' | 'media' | 'tls';
  /** A boolean that is true unless it is turned off. */
  readonly isOn: boolean;
  /** Which values are right for certain; nothing where only the schema can tell. */
  readonly plain?: Plain;
}

/** Both bounds belong to what they bound; a text is bounded by its length. */
export type Plain =
  | { readonly kind: 'boolean' }
  | { readonly kind: 'number'; readonly isWhole: boolean; readonly least?: number; readonly most?: number }
  | { readonly kind: 'text'; readonly least?: number; readonly most?: number }
  | { readonly kind: 'form'; readonly form: TextForm }
  | { readonly kind: 'choice'; readonly values: readonly string[] };
