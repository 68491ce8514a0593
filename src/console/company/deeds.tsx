import { closeUser, openUser } from '../../accounts/closure/actions.ts';
import { resetSecondFactor } from '../../auth/second-factor/actions.ts';
import { endSessionsOfUser } from '../../auth/sessions/actions.ts';
import type { Operation } from '../../core/policy.ts';
import type { Call } from '../../db/call.ts';
import type { Outcome } from '../../db/write.ts';
import { inviteUser } from '../../onboarding/invitations/actions.ts';
import { linkOf } from '../../onboarding/invitations/contract.ts';
import type { User } from '../../users/store.ts';
import { companyNamed } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { Form, type Refused } from '../form.tsx';
import { page, useReader, useWords } from '../page.tsx';
import { Panel, Sure } from '../parts.tsx';
import { changed, shownOnce } from '../submit.ts';
import { textIn } from '../typed.ts';
import { addressOf, Frame } from './frame.tsx';
import { WORDS } from './users-words.ts';

/** What is done to the sign-in of somebody, each by a form of its own. */
const DEEDS = {
	sessions: ['endSessionsOfUser', endSessionsOfUser],
	factor: ['resetSecondFactor', resetSecondFactor],
	close: ['closeUser', closeUser],
	open: ['openUser', openUser],
} satisfies Record<string, [Operation, (call: Call, userId: string) => Promise<Outcome<unknown>>]>;

export async function doDeed(c: Context, userId: string, typed: FormData): Promise<Response> {
	const companyId = companyNamed(c, 'readUser');
	const to = addressOf(companyId, `/users/${userId}`, { saved: '' });
	const wanted = textIn(typed, '_do');
	const deed = (Object.keys(DEEDS) as (keyof typeof DEEDS)[]).find((name) => name === wanted);
	if (deed !== undefined) {
		const attempt = (call: Call): Promise<Outcome<unknown>> => DEEDS[deed][1](call, userId);
		return changed(c, { attempt, to: () => to });
	}
	return shownOnce(
		c,
		{ attempt: (call) => inviteUser(call, userId), to },
		({ token, email, dateExpires }) => {
			if (token === null) return c.redirect(to, 303);
			const { origin } = new URL(c.req.url);
			return linkPage(c, { companyId, userId, email, link: linkOf(origin, token), dateExpires });
		},
	);
}

interface Handed {
	companyId: string;
	userId: string;
	email: string;
	link: string;
	dateExpires: number;
}

/** The link of an invitation, where no mail can bring it. */
function linkPage(c: Context, handed: Handed): Response | Promise<Response> {
	const words = WORDS[c.var.language];
	const { companyId, userId, email } = handed;
	return page(
		c,
		{ title: words.link },
		<Frame companyId={companyId} name="users" title={email}>
			<Panel title={words.link}>
				<Link {...handed} />
				<p>
					<a class="button" href={addressOf(companyId, `/users/${userId}`)}>
						{words.back}
					</a>
				</p>
			</Panel>
		</Frame>,
	);
}

function Link({ link, dateExpires }: Handed) {
	const { say } = useReader();
	return (
		<>
			<p>{useWords(WORDS).linkHint(say.day(dateExpires))}</p>
			<p>
				<code class="secret">{link}</code>
			</p>
		</>
	);
}

interface DeedsProps {
	companyId: string;
	user: User;
	state: Refused;
}

/** What can be done, each with what would follow. */
export function Deeds({ companyId, user, state }: DeedsProps) {
	const words = useWords(WORDS);
	const isOpen = user.dateClosed === null;
	const deeds = [
		...(isOpen && user.dateRegistered === null ? (['invite'] as const) : []),
		...(isOpen ? (['sessions', 'factor', 'close'] as const) : (['open'] as const)),
	];
	return (
		<Form to={addressOf(companyId, `/users/${user.id}/sign-in`)} state={state}>
			<ul class="rows">
				{deeds.map((deed) => (
					<li>
						<Sure label={words.deeds[deed]}>
							<p>{words.consequences[deed]}</p>
							<button type="submit" name="_do" value={deed}>
								{words.deeds[deed]}
							</button>
						</Sure>
					</li>
				))}
			</ul>
		</Form>
	);
}
