/** Builds the control API's schema of account settings from the table of settings. */

import * as z from 'zod';
import { optional, type Reader, type ValueOf } from './readers.ts';
import { ACCOUNT_SETTINGS } from './settings.ts';

type Table = typeof ACCOUNT_SETTINGS;
type OwnAccountShape = { [Name in keyof Table]: z.ZodOptional<z.ZodType<NonNullable<ValueOf<Table[Name]['reader']>>>> };

/** The schema of each account setting. Omitted settings have the values for all accounts. */
export const ownAccountShape = Object.fromEntries(
  Object.entries(ACCOUNT_SETTINGS).map(([name, row]) => [name, toSchema(row.reader).optional().describe(row.text)]),
) as OwnAccountShape;

function toSchema(reader: Reader<unknown>): z.ZodType {
  const { form, values, isWhole, least = -Number.MAX_VALUE, most = Number.MAX_VALUE } = reader;
  if (values !== undefined) return z.enum(values.map(String));
  if (form === 'number') return (isWhole === true ? z.int() : z.number()).min(least).max(most);
  return z.string().superRefine((given, context) => {
    optional(reader).read(given, (message) => {
      context.addIssue({ code: 'custom', message });
      return undefined;
    });
  });
}
