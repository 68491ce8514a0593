import { logout } from '../../auth/actions.ts';
import type { Opened } from '../../auth/gate.ts';
import { perform } from '../../db/write.ts';
import { wakeForMails } from '../../http/mail.ts';
import { keepSession } from '../cookies.ts';
import { asApi, type Context } from '../env.ts';
import { recognize } from '../visit.ts';
import { offerKept } from './kept.tsx';
import type { Way } from './way.tsx';

/** Lets somebody in. The session that the browser had before is over, whoever had it. */
export async function enter(c: Context, { to, kept }: Way, { secret, mails }: Opened): Promise<Response> {
	wakeForMails(asApi(c), mails);
	if (await recognize(c)) await endSession(c);
	keepSession(c, secret);
	return offerKept(c, kept) ?? c.redirect(to, 303);
}

export const endSession = (c: Context) =>
	perform(
		c.var.call,
		() => logout(c.var.call),
		() => ({ status: 200, headers: {}, body: '{}' }),
	);
