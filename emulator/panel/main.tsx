/** Starts the panel: opens the event stream and draws the page. */

import { render } from 'preact';
import { followStream } from './stream.ts';
import { Page } from './page.tsx';

const root = document.getElementById('panel');
if (root !== null) {
  root.replaceChildren();
  render(<Page />, root);
  void followStream();
}
