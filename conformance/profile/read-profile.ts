/** Reads a profile; what is wrong with it is told by field, with what is allowed there. */

import * as z from 'zod';
import { Profile, type ProfileInput } from './profile.ts';

/** The profile cannot be used: the message names each field that is wrong. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
}

/** Fills in the defaults. */
export function readProfile(input: ProfileInput): Profile {
  const parsed = Profile.safeParse(input);
  if (!parsed.success) throw new ProfileError(`The profile is not valid:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
