import { expect, test } from 'vitest';
import { readProfile } from '../../profile/read-profile.ts';
import { IMAGE_MODE, TEXT, withFittingMedia } from './bodies.ts';

test('the image of the profile replaces the sample image, even if its URL has special characters', () => {
  const image = "https://media.test/a.png?sign=$&$'$$x&y=1";
  const profile = readProfile({ media: { images: [image] } });
  expect(withFittingMedia(profile, IMAGE_MODE)).toEqual({ ...IMAGE_MODE, image_urls: [image] });
  expect(withFittingMedia(profile, TEXT)).toEqual(TEXT);
});

test('without an image in the profile, a body does not change', () => {
  expect(withFittingMedia(readProfile({}), IMAGE_MODE)).toEqual(IMAGE_MODE);
});
