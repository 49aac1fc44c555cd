/** `conformance/profile/profile-input.ts`: a profile as a program writes it, with the text of each field. */

import * as z from 'zod';
import { Profile } from '../conformance/profile/profile.ts';
import { membersOf, type JsonSchema } from './schema-types.ts';

/** The text of the file. */
export function profileTypes(): string {
  const schema = z.toJSONSchema(Profile, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return `/** A profile as a user writes it. Written by \`npm run generate\` from \`profile.ts\`: edit there. */

/** A server and the rules by which the kit judges it. All fields are optional. */
export interface ProfileInput {
${membersOf(schema)}}
`;
}
