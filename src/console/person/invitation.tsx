import { inviteEmployee, printInvitation } from '../../onboarding/invitations/actions.ts';
import { LETTER_POLICY, letterPage, linkOf } from '../../onboarding/invitations/contract.ts';
import { type EmployeeYear, readYear } from '../../overview/year/actions.ts';
import { BASE, type Context, originIn } from '../env.ts';
import { Buttons, Form } from '../form.tsx';
import { page, useReader, useWords } from '../page.tsx';
import { Note, Panel } from '../parts.tsx';
import { shownOnce, submitted } from '../submit.ts';
import { linkPage } from '../users/access.tsx';
import { idIn, nameOf } from './employee.ts';
import { PersonHeading } from './heading.tsx';
import { INVITATION_WORDS } from './invitation-words.ts';

const addressOf = (employeeId: string): string => `${BASE}/people/${employeeId}/invitation`;

/** True when the person can be invited. The action checks it again. */
export const isInvitable = ({ invitation, employee }: EmployeeYear): boolean =>
	invitation !== undefined &&
	employee.dateErased === null &&
	invitation.dateRegistered === null &&
	invitation.dateClosed === null;

/** Sends an invitation. The page shows the link if the service sends no mail. */
export const invite = (c: Context): Promise<Response> => {
	const to = addressOf(idIn(c));
	return submitted(
		c,
		() =>
			shownOnce(
				c,
				{ attempt: (call) => inviteEmployee(call, idIn(c)), to: `${to}?saved` },
				({ token, ...rest }) =>
					token === null
						? c.redirect(`${to}?saved`, 303)
						: linkPage(c, { ...rest, link: linkOf(originIn(c), token), to }),
			),
		() => showInvitation(c),
	);
};

/** Answers the page to print. It shows its code once. */
export const print = (c: Context): Promise<Response> =>
	submitted(
		c,
		() =>
			shownOnce(
				c,
				{ attempt: (call) => printInvitation(call, idIn(c)), to: addressOf(idIn(c)) },
				(letter) => {
					c.set('contentPolicy', LETTER_POLICY);
					return c.html(letterPage(letter, originIn(c)));
				},
			),
		() => showInvitation(c),
	);

export async function showInvitation(c: Context) {
	const words = INVITATION_WORDS[c.var.language];
	const known = await readYear(c.var.call, idIn(c), c.var.now);
	const to = addressOf(known.employee.id);
	return page(
		c,
		{ title: `${words.invitation} · ${nameOf(known.employee)}` },
		<>
			<PersonHeading known={known} />
			{c.req.query('saved') !== undefined && <Note mood="good">{words.done}</Note>}
			<div class="columns">
				<Panel title={words.invitation}>
					<p>
						<InvitationState known={known} />
					</p>
					<p class="links">
						<a href={`${BASE}/people/${known.employee.id}`}>{words.back}</a>
					</p>
				</Panel>
				{isInvitable(known) && (
					<>
						<Panel title={words.byMail}>
							<Form to={to}>
								<p>{words.sendHint(known.employee.email)}</p>
								<Buttons>
									<button type="submit" class="main">
										{words.send}
									</button>
								</Buttons>
							</Form>
						</Panel>
						<Panel title={words.onPaper}>
							<Form to={`${to}/letter`}>
								<p>{words.printHint}</p>
								<Buttons>
									<button type="submit">{words.print}</button>
								</Buttons>
							</Form>
						</Panel>
					</>
				)}
			</div>
		</>,
	);
}

/** The status of an invitation, in a few sentences. */
export function InvitationState({ known: { invitation } }: { known: EmployeeYear }) {
	const { c, say } = useReader();
	const words = useWords(INVITATION_WORDS);
	if (invitation === undefined) return null;
	const { dateRegistered, dateClosed, dateInvited, dateExpires, isPrinted, mail } = invitation;
	if (dateRegistered !== null) return `${words.registered(say.day(dateRegistered))} ${words.registeredHint}`;
	const sentences = [
		dateClosed === null ? words.notRegistered : words.isClosed,
		dateInvited === null
			? words.never
			: isPrinted
				? words.printed(say.day(dateInvited))
				: words.mailed(say.day(dateInvited)),
		dateExpires !== null && (dateExpires > c.var.now ? words.until : words.expired)(say.day(dateExpires)),
		!isPrinted && mail !== null && words.mails[mail],
	];
	return sentences.filter(Boolean).join(' ');
}
