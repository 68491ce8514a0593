import { updateUser } from '../../accounts/actions.ts';
import { beginViewing, closeUser, openUser } from '../../accounts/closure/actions.ts';
import { toWire, updateUserRoute } from '../../accounts/contract.ts';
import { readUserAndCompanies } from '../../accounts/me/actions.ts';
import { resetSecondFactor } from '../../auth/second-factor/actions.ts';
import { endSessionsOfUser } from '../../auth/sessions/actions.ts';
import type { Call } from '../../db/call.ts';
import type { Outcome } from '../../db/write.ts';
import { inviteUser } from '../../onboarding/invitations/actions.ts';
import { linkOf } from '../../onboarding/invitations/contract.ts';
import { BASE, type Context, originIn } from '../env.ts';
import { linkPage } from '../invitation-link.tsx';
import { page } from '../page.tsx';
import { nameOf } from '../person/employee.ts';
import { foreseen, type RoleChange } from '../roles/change.ts';
import { changed, checked, isPreview, shownOnce, submitted } from '../submit.ts';
import { chosenIn } from '../typed.ts';
import { USERS } from './parts.tsx';
import { type PartRefused, UserPage } from './user.tsx';

const userIn = (c: Context): string => (c.req.param('userId') ?? '').toLowerCase();
const addressIn = (c: Context): string => `${USERS}/${userIn(c)}`;

export async function showUser(
	c: Context,
	refused: PartRefused = {},
	status = 200,
	change?: RoleChange,
): Promise<Response> {
	const known = await readUserAndCompanies(c.var.call, userIn(c));
	const content = <UserPage known={known} refused={refused} change={change} />;
	return page(c, { title: nameOf(known.user), scripts: ['preview.js'] }, content, status);
}

type Change = (c: Context, typed: FormData) => Promise<Response>;

/** A change that asks for nothing but the user. */
const simple =
	(attempt: (call: Call, userId: string) => Promise<Outcome<unknown>>): Change =>
	(c) =>
		changed(c, { attempt: (call) => attempt(call, userIn(c)), to: () => `${addressIn(c)}?saved` });

/** What a platform administrator changes of a user, by the ends of their addresses. */
const USER_CHANGES: Record<string, Change> = {
	roles: async (c, typed) => {
		const patch = checked(updateUserRoute, {
			roles: chosenIn(typed, 'roles'),
			manageableCompanyIds: chosenIn(typed, 'manageableCompanyIds'),
		});
		const attempt = (call: Call) => updateUser(call, userIn(c), patch);
		if (isPreview(typed)) {
			const { user } = await readUserAndCompanies(c.var.call, userIn(c));
			return showUser(c, { part: 'roles', typed }, 200, await foreseen(c, user, attempt));
		}
		return changed(c, { attempt, to: () => `${addressIn(c)}?saved`, toWire });
	},
	close: simple(closeUser),
	open: simple(openUser),
	'second-factor': simple(resetSecondFactor),
	sessions: simple(endSessionsOfUser),
	invitation: invite,
	viewing: (c) => changed(c, { attempt: (call) => beginViewing(call, userIn(c)), to: () => BASE }),
};

/** Those whose addresses stand below that of the user. */
export const USER_FORMS = Object.keys(USER_CHANGES).filter((part) => part !== 'viewing');

export const changeUser = (c: Context, part: string): Promise<Response> =>
	submitted(
		c,
		(typed) => USER_CHANGES[part]?.(c, typed) ?? showUser(c),
		(refused, status) => showUser(c, { part, ...refused }, status),
	);

/** Where no mail leaves the service, the link is shown to be handed over. */
function invite(c: Context): Promise<Response> {
	const to = `${addressIn(c)}?saved`;
	return shownOnce(c, { attempt: (call) => inviteUser(call, userIn(c)), to }, ({ token, email }) =>
		token === null
			? c.redirect(to, 303)
			: linkPage(c, { email, link: linkOf(originIn(c), token), to: addressIn(c) }),
	);
}
