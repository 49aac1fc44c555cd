/** The views, in the order of the navigation: to add one, add a line. */

import type { ComponentType } from 'preact';
import { AccountsView } from './accounts/accounts-view.tsx';
import { OneAccountView } from './account/one-account-view.tsx';
import { ClipView } from './clip/clip-view.tsx';
import { NowView } from './now/now-view.tsx';

interface PanelView {
  /** As it stands in the URL. */
  readonly name: string;
  readonly title: string;
  /** Whether the navigation has it; others are reached from a view. */
  readonly isListed: boolean;
  readonly Component: ComponentType;
}

export const PANEL_VIEWS: readonly PanelView[] = [
  { name: 'now', title: 'Now', isListed: true, Component: NowView },
  { name: 'accounts', title: 'Accounts', isListed: true, Component: AccountsView },
  { name: 'account', title: 'Account', isListed: false, Component: OneAccountView },
  { name: 'clip', title: 'Clip', isListed: false, Component: ClipView },
];
