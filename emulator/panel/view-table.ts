/** The views, in the order of the navigation: to add one, add a line. */

import type { ComponentType } from 'preact';
import { AccountsView } from './accounts/accounts-view.tsx';
import { OneAccountView } from './account/one-account-view.tsx';
import { ClipView } from './clip/clip-view.tsx';
import { RequestsView } from './requests/requests-view.tsx';

interface PanelView {
  /** As it stands in the URL. */
  readonly name: string;
  readonly title: string;
  /** The entry of the navigation under which the view lies. */
  readonly under: string;
  readonly Component: ComponentType;
}

export const PANEL_VIEWS: readonly PanelView[] = [
  { name: 'requests', title: 'Requests', under: 'requests', Component: RequestsView },
  { name: 'accounts', title: 'Accounts', under: 'accounts', Component: AccountsView },
  { name: 'account', title: 'Account', under: 'accounts', Component: OneAccountView },
  { name: 'clip', title: 'Clip', under: 'accounts', Component: ClipView },
];
