import type { Text } from './letter.ts';
import type { MailKind } from './rules.ts';
import { accountClosed } from './texts/account-closed.ts';
import { invitation } from './texts/invitation.ts';
import { newDevice } from './texts/new-device.ts';
import { passwordChanged } from './texts/password-changed.ts';
import { passwordReset } from './texts/password-reset.ts';
import { secondFactorChanged } from './texts/second-factor-changed.ts';
import { secondFactorReset } from './texts/second-factor-reset.ts';

export const TEXTS: Record<MailKind, Text> = {
	invitation,
	password_reset: passwordReset,
	password_changed: passwordChanged,
	new_device: newDevice,
	second_factor_changed: secondFactorChanged,
	second_factor_reset: secondFactorReset,
	account_closed: accountClosed,
};
