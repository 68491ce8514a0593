import { env } from 'cloudflare:workers';
import { Secret, TOTP } from 'otpauth';
import { vaultOf } from '../../src/foundation/core/vault.ts';
import { now } from './service.ts';

export const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** The code that an app with this secret shows, some steps of 30 seconds from now. */
export const codeOf = (secret = SECRET, steps = 0): string =>
	new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now() + steps * 30_000 });

/** Gives a user a second factor with a known secret, confirmed long ago or not yet. */
export async function giveSecondFactor(
	userId: string,
	dateConfirmed: number | null = 0,
	database = env.DB,
): Promise<void> {
	const sealed = await vaultOf(env).seal(SECRET, `totp ${userId}`);
	await database
		.prepare(
			'INSERT OR REPLACE INTO second_factors (user_id, secret, date_created, date_confirmed) VALUES (?, ?, 0, ?)',
		)
		.bind(userId, sealed, dateConfirmed)
		.run();
}
