import { changeOwnPassword } from '../../auth/password/actions.ts';
import { changeOwnPasswordRoute } from '../../auth/password/contract.ts';
import {
	confirmOwnSecondFactor,
	readSecondFactor,
	removeOwnSecondFactor,
	renewRecoveryCodes,
	setUpSecondFactor,
} from '../../auth/second-factor/actions.ts';
import {
	confirmSecondFactorRoute,
	removeSecondFactorRoute,
	setUpSecondFactorRoute,
} from '../../auth/second-factor/contract.ts';
import { endOtherSessions, endOwnSession, listSessions } from '../../auth/sessions/actions.ts';
import { notFound } from '../../core/refusals.ts';
import { answerZip } from '../../http/file.ts';
import { readNotices, updateNotices } from '../../mail/notices/actions.ts';
import { noticesToWire, updateNoticesRoute } from '../../mail/notices/contract.ts';
import { NOTICES } from '../../mail/rules.ts';
import { exportEmployee } from '../../privacy/export/actions.ts';
import { type App, asApi, type Context } from '../env.ts';
import type { Refused } from '../form.tsx';
import type { Screen } from '../screen.ts';
import { changed, checked, shownOnce, submitted } from '../submit.ts';
import { isTicked, secretIn, textIn } from '../typed.ts';
import { reading } from '../visit.ts';
import { ACCOUNT, accountPage, codesPage, confirmPage } from './pages.tsx';

const MAX_SESSIONS = 100;
const SAVED = `${ACCOUNT}?saved`;

/** One's own password, second factor, sessions and mails. */
export const account: Screen = {
	links: [{ path: ACCOUNT, title: { en: 'Me', de: 'Ich' } }],
	isFor: () => true,
	serve(app) {
		app.get('/account', (c) => show(c));
		app.get('/account/data', ownData);
		app.post('/account/password', (c) =>
			submitted(
				c,
				(typed) => {
					const change = checked(changeOwnPasswordRoute, {
						currentPassword: secretIn(typed, 'currentPassword'),
						password: secretIn(typed, 'password'),
					});
					return changed(c, { attempt: (call) => changeOwnPassword(call, change), to: () => SAVED });
				},
				again(c, 'password'),
			),
		);
		app.post('/account/notices', (c) =>
			submitted(
				c,
				(typed) => {
					const choices = Object.keys(NOTICES).map((name) => [name, isTicked(typed, name)]);
					const patch = checked(updateNoticesRoute, Object.fromEntries(choices));
					return changed(c, {
						attempt: (call) => updateNotices(call, patch),
						to: () => SAVED,
						toWire: noticesToWire,
					});
				},
				again(c, 'notices'),
			),
		);
		app.post('/account/sessions/end-others', (c) =>
			changed(c, { attempt: endOtherSessions, to: () => SAVED }),
		);
		app.post('/account/sessions/:sessionId/end', (c) =>
			changed(c, { attempt: (call) => endOwnSession(call, c.req.param('sessionId')), to: () => SAVED }),
		);
		serveSecondFactor(app);
	},
};

/** Everything about the reader as one file, which is written while it is read. Who is no employee has none. */
async function ownData(c: Context): Promise<Response> {
	const id = c.var.visitor?.employeeId;
	if (id == null) throw notFound('page');
	const buckets = { receipts: c.env.RECEIPTS, history: c.env.HISTORY };
	return answerZip(asApi(c), `employee-${id}.zip`, await exportEmployee(c.var.call, buckets, id));
}

function serveSecondFactor(app: App): void {
	app.post('/account/second-factor', (c) =>
		submitted(
			c,
			(typed) => {
				const { password } = checked(setUpSecondFactorRoute, {
					password: secretIn(typed, 'password') ?? null,
				});
				const attempt = {
					attempt: (call: typeof c.var.call) => setUpSecondFactor(call, password),
					to: ACCOUNT,
				};
				return shownOnce(c, attempt, (setUp) => confirmPage(c, setUp));
			},
			again(c, 'factor'),
		),
	);
	app.post('/account/second-factor/confirm', (c) =>
		submitted(
			c,
			(typed) => {
				const { code } = checked(confirmSecondFactorRoute, { code: textIn(typed, 'code') || undefined });
				const attempt = {
					attempt: (call: typeof c.var.call) => confirmOwnSecondFactor(call, code),
					to: ACCOUNT,
				};
				return shownOnce(c, attempt, (codes) => codesPage(c, codes));
			},
			(refused, status) => confirmPage(c, null, refused, status),
		),
	);
	app.post('/account/second-factor/change', (c) =>
		submitted(
			c,
			(typed) => {
				const password = secretIn(typed, 'password') ?? null;
				const proof = checked(removeSecondFactorRoute, {
					password,
					code: textIn(typed, 'code') || undefined,
				});
				if (textIn(typed, 'wish') === 'removal')
					return changed(c, { attempt: (call) => removeOwnSecondFactor(call, proof), to: () => SAVED });
				const attempt = {
					attempt: (call: typeof c.var.call) => renewRecoveryCodes(call, proof),
					to: ACCOUNT,
				};
				return shownOnce(c, attempt, (codes) => codesPage(c, codes));
			},
			again(c, 'factor'),
		),
	);
}

const again = (c: Context, part: string) => (refused: Refused, status: number) =>
	show(c, { ...refused, part }, status);

async function show(c: Context, refused: { part?: string } & Refused = {}, status = 200): Promise<Response> {
	const call = reading(c);
	const [factor, sessions, choices] = await Promise.all([
		readSecondFactor(call),
		listSessions(call, '', MAX_SESSIONS),
		readNotices(call),
	]);
	return accountPage(c, { factor, sessions, choices }, refused, status);
}
