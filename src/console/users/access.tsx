import { closeUser, openUser } from '../../administration/accounts/closure/actions.ts';
import { endSessionsOfUserFor } from '../../administration/causes/actions.ts';
import { inviteUser } from '../../benefits/onboarding/invitations/actions.ts';
import { linkOfInvitation } from '../../benefits/onboarding/invitations/contract.ts';
import type { Instant } from '../../foundation/core/instant.ts';
import { REFUSALS, Refusal } from '../../foundation/core/refusals.ts';
import type { Call } from '../../foundation/db/call.ts';
import type { Outcome } from '../../foundation/db/write.ts';
import { originIn } from '../../foundation/http/headers.ts';
import { resetSecondFactor } from '../../tenants/auth/second-factor/actions.ts';
import type { User } from '../../tenants/users/store.ts';
import { COMPROMISED, EndForeign, endedPage } from '../consequences.tsx';
import { type App, type Context, idIn } from '../env.ts';
import { Tick } from '../field.tsx';
import { Buttons, Form, Submit } from '../form.tsx';
import { sayIn } from '../format.ts';
import { form } from '../forms.tsx';
import { email, flag, oneOf, optional, text } from '../kinds.tsx';
import { List, type ListProps } from '../listing.tsx';
import { titledPage, useReader, useWords } from '../page.tsx';
import { Badge, ButtonLink, NameLink, Note, Panel, Sure } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { sentenceOf } from '../refusals.ts';
import { proof } from '../sign-in/routes.ts';
import { takeForm, takeFormOnce } from '../taking.ts';
import { textIn } from '../typed.ts';
import { ERASURE_WORDS, INVITATION_WORDS, USER_WORDS } from './words.ts';

export const USER_FIELDS = { email: email(), firstName: optional(text()), lastName: optional(text()) };

export const userIn = (c: Context): string => idIn(c, 'userId');

/** The actions on the sign-in of a user, by the last part of their addresses. Invitations are a form of their own. */
const ACTIONS = {
	'second-factor': resetSecondFactor,
	close: closeUser,
	open: openUser,
} satisfies Record<string, (call: Call, userId: string, revokesKeys: boolean) => Promise<Outcome<unknown>>>;
const ACTION_NAMES = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[];
type Action = keyof typeof ACTIONS | 'invitation' | 'sessions';

const invitation = form({ fields: {}, attempt: (call, userId: string) => inviteUser(call, userId) });

const sessions = form({
	fields: { reason: optional(oneOf([COMPROMISED])) },
	attempt: (call, userId: string, { reason }) => endSessionsOfUserFor(call, userId, reason === COMPROMISED),
});

interface Taking {
	/** Returns where the page of a user is, with a note that the action was done. */
	to(c: Context, action: Action): string;
	show(c: Context): Response | Promise<Response>;
	/** True for actions that ask for a fresh proof of identity. */
	isProven(action: Action): boolean;
}

/** Takes the forms of `UserActions`, below the address of a user. */
export function takeUserActions(app: App, path: string, { to, show, isProven }: Taking): void {
	const takingOf = (action: Action) => ({
		idOf: userIn,
		show,
		...(isProven(action) && { guard: proof }),
	});
	for (const action of ACTION_NAMES) {
		const change = form({
			fields: { revokesKeys: flag() },
			attempt: (call, userId: string, { revokesKeys }: { revokesKeys: boolean }): Promise<Outcome<unknown>> =>
				ACTIONS[action](call, userId, revokesKeys),
		});
		takeForm(app, `${path}/${action}`, change, { ...takingOf(action), to: (_, __, c) => to(c, action) });
	}
	takeFormOnce(app, `${path}/sessions`, sessions, {
		...takingOf('sessions'),
		to: (_, c) => to(c, 'sessions'),
		once(c, found) {
			const done = to(c, 'sessions');
			const isForeign = textIn(c.var.typed, 'reason') === COMPROMISED;
			return isForeign ? endedPage(c, found, done) : c.redirect(done, 303);
		},
	});
	takeFormOnce(app, `${path}/invitation`, invitation, {
		...takingOf('invitation'),
		to: (_, c) => to(c, 'invitation'),
		once(c, invitation) {
			const [link, done] = [linkOfInvitation(invitation, originIn(c)), to(c, 'invitation')];
			return link === null ? c.redirect(done, 303) : linkPage(c, { ...invitation, link, to: done });
		},
	});
}

type SignInDates = Pick<User, 'dateRegistered' | 'dateClosed'>;

/** The actions on the sign-in of a user. Each shows its consequences before its button. */
export function UserActions({
	user,
	toOf,
}: {
	user: SignInDates & Pick<User, 'dateProven'>;
	toOf: (action: Action) => string;
}) {
	const words = useWords(USER_WORDS);
	const isClosed = user.dateClosed !== null;
	const possible: Action[] = [
		...(isClosed || (user.dateRegistered !== null && user.dateProven !== null)
			? []
			: (['invitation'] as const)),
		'sessions',
		'second-factor',
		isClosed ? 'open' : 'close',
	];
	return possible.map((action) => (
		<Form to={toOf(action)}>
			<Sure label={words.actions[action]}>
				<p>{words.consequences[action]}</p>
				{action === 'close' && <Tick name="revokesKeys" label={words.revokesKeys} isOn={false} />}
				<button type="submit">{words.actions[action]}</button>
			</Sure>
			{action === 'sessions' && <EndForeign />}
		</Form>
	));
}

const MOODS = { REGISTERED: 'good', UNREGISTERED: 'waiting', CLOSED: 'calm' } as const;

/** Whether a user can sign in. */
export function UserState({ of: { dateRegistered, dateClosed } }: { of: SignInDates }) {
	const status = dateClosed !== null ? 'CLOSED' : dateRegistered === null ? 'UNREGISTERED' : 'REGISTERED';
	return <Badge mood={MOODS[status]}>{useWords(USER_WORDS).states[status]}</Badge>;
}

interface UserListProps<User> extends Pick<ListProps<User>, 'caption' | 'rows' | 'cursorOf' | 'none'> {
	toOf: (userId: string) => string;
}

type ListedUser = SignInDates & Pick<User, 'id' | 'email' | 'firstName' | 'lastName' | 'roles'>;

export function UserList<Listed extends ListedUser>({ toOf, ...list }: UserListProps<Listed>) {
	const words = useWords(USER_WORDS);
	return (
		<List
			{...list}
			columns={[
				{
					title: words.name,
					of: (user) => (
						<>
							<NameLink to={toOf(user.id)}>{nameOf(user)}</NameLink>
							{nameOf(user) !== user.email && <small class="below">{user.email}</small>}
						</>
					),
				},
				{ title: words.roles, of: ({ roles }) => roles.map((role) => words.roleNames[role]).join(', ') },
				{ title: words.state, of: (user) => <UserState of={user} /> },
			]}
		/>
	);
}

interface LinkProps {
	email: string;
	link: string;
	dateExpires: Instant;
	/** The page after this one. */
	to: string;
}

/** Shows the link of an invitation once, if the service cannot send it by mail. */
export function linkPage(c: Context, { email, link, dateExpires, to }: LinkProps) {
	const words = INVITATION_WORDS[c.var.language];
	return titledPage(
		c,
		{ title: words.title, above: email, isNarrow: true },
		<Panel>
			<p>
				{words.hint} {words.until(sayIn(c.var.language).day(dateExpires))}
			</p>
			<p>
				<code class="secret">{link}</code>
			</p>
			<a href={to}>{words.goOn}</a>
		</Panel>,
	);
}

/** Returns why an erasure is not possible now, or undefined when it is. */
export async function reasonAgainst(attempt: Promise<unknown>): Promise<Refusal | undefined> {
	try {
		await attempt;
		return undefined;
	} catch (error) {
		if (error instanceof Refusal && REFUSALS[(error as Refusal).code].status === 409) return error;
		throw error;
	}
}

interface ErasureProps {
	to: string;
	/** The page that the link Cancel opens. */
	back: string;
	/** Lists the data that an erasure removes, and the data that stays. */
	consequences: readonly string[];
	refusal: Refusal | undefined;
}

/** Shows what an erasure removes before its button, or why nothing can be erased. */
export function Erasure({ to, back, consequences, refusal }: ErasureProps) {
	const { say, words } = useReader();
	return (
		<Panel>
			{consequences.map((sentence) => (
				<p>{sentence}</p>
			))}
			{refusal !== undefined && <Note mood="bad">{sentenceOf(refusal, say)}</Note>}
			<Form to={to} state={{}}>
				<Buttons>
					{refusal === undefined && <Submit look="danger">{useWords(ERASURE_WORDS).now}</Submit>}
					<ButtonLink to={back}>{words.cancel}</ButtonLink>
				</Buttons>
			</Form>
		</Panel>
	);
}
