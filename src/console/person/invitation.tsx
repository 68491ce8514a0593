import { type EmployeeYear, readYear } from '../../administration/overview/year/actions.ts';
import { inviteEmployee, printInvitation } from '../../benefits/onboarding/invitations/actions.ts';
import { linkOfInvitation } from '../../benefits/onboarding/invitations/contract.ts';
import { LETTER_POLICY, letterPage } from '../../benefits/onboarding/letters/contract.ts';
import { realTime } from '../../foundation/core/instant.ts';
import type { Pair } from '../../foundation/core/language.ts';
import { originIn } from '../../foundation/http/headers.ts';
import type { MailState } from '../../tenants/mail/rules.ts';
import { type App, BASE, type Context, idIn } from '../env.ts';
import { Form, OnlyButton } from '../form.tsx';
import { form } from '../forms.tsx';
import { page, useReader, useWords } from '../page.tsx';
import { Done, Panel } from '../parts.tsx';
import { takeFormOnce } from '../taking.ts';
import { linkPage } from '../users/access.tsx';
import { USER_WORDS } from '../users/words.ts';
import { catalogue } from '../words.ts';
import { nameOf } from './employee.ts';
import { PersonHeading } from './heading.tsx';

export const INVITATION_WORDS = catalogue({
	toInvite: ['Invite, by mail or on paper', 'Einladen, per Mail oder auf Papier'],
	byMail: ['By mail', 'Per Mail'],
	onPaper: ['On paper', 'Auf Papier'],
	registered: (day: string) => [`Registered on ${day}.`, `Registriert am ${day}.`],
	registeredHint: [
		'A person who forgot the password can request a new one on the sign-in page.',
		'Wer das Passwort vergessen hat, kann auf der Anmeldeseite ein neues anfordern.',
	],
	isClosed: [
		'The account is closed. Reopen it before you send an invitation.',
		'Das Konto ist geschlossen. Öffnen Sie es wieder, bevor Sie einladen.',
	],
	unprovenHint: [
		'The e-mail address is not confirmed. We can mail a link with which the person confirms it with the password. Until then, the password cannot be reset by mail.',
		'Die E-Mail-Adresse ist nicht bestätigt. Wir können einen Link senden, mit dem die Person sie zusammen mit dem Passwort bestätigt. Bis dahin lässt sich das Passwort nicht per Mail zurücksetzen.',
	],
	notRegistered: ['Not registered yet.', 'Noch nicht registriert.'],
	never: ['There is no invitation.', 'Es gibt keine Einladung.'],
	mailed: (day: string) => [`Invited by mail on ${day}.`, `Eingeladen per Mail am ${day}.`],
	printed: (day: string) => [`A code was printed on ${day}.`, `Ein Code wurde am ${day} gedruckt.`],
	until: (day: string) => [`Valid until ${day}.`, `Gültig bis ${day}.`],
	expired: (day: string) => [`Expired on ${day}.`, `Abgelaufen am ${day}.`],
	mails: {
		waiting: ['The mail is on its way.', 'Die Mail ist unterwegs.'],
		held: [
			'The mail waits for a later day, because today’s limit of mails is used up.',
			'Die Mail wartet auf einen späteren Tag, weil die Höchstzahl der Mails für heute erreicht ist.',
		],
		sent: ['', ''],
		failed: ['The mail could not be delivered.', 'Die Mail konnte nicht zugestellt werden.'],
		bounced: ['The mail came back.', 'Die Mail kam zurück.'],
		no_carrier: [
			'This service does not send mails. Share a link or a printed code.',
			'Dieser Dienst sendet keine Mails. Geben Sie einen Link oder einen gedruckten Code weiter.',
		],
	} satisfies Record<MailState, Pair>,
	send: ['Send an invitation', 'Einladung senden'],
	sendHint: (email: string) => [
		`A mail with a link is sent to ${email}. The link is valid for 7 days. Older links and codes are no longer valid.`,
		`Eine Mail mit einem Link geht an ${email}. Der Link gilt 7 Tage. Ältere Links und Codes gelten dann nicht mehr.`,
	],
	print: ['Print an invitation', 'Einladung drucken'],
	printHint: [
		'A page with a code and a QR code, valid for 30 days, for people without a mailbox. It is shown only once. Older links and codes are no longer valid.',
		'Eine Seite mit einem Code und einem QR-Code, 30 Tage gültig, für Personen ohne Postfach. Sie wird nur einmal angezeigt. Ältere Links und Codes gelten dann nicht mehr.',
	],
	againHint: [
		'This person has registered before. First ask for a printed code on the page of the account, and let a second administrator release it. The old password works until somebody uses the code.',
		'Diese Person hat sich schon einmal registriert. Beantragen Sie zuerst auf der Seite des Kontos einen gedruckten Code, und lassen Sie ihn von einer zweiten Administration freigeben. Das alte Passwort gilt, bis jemand den Code benutzt.',
	],
	done: ['The invitation is on its way.', 'Die Einladung ist unterwegs.'],
});

const invitationAddress = (employeeId: string): string => `${BASE}/people/${employeeId}/invitation`;

/** True when the person can be invited. The action checks it again. */
export const isInvitable = ({ invitation, employee }: EmployeeYear): boolean =>
	invitation !== undefined &&
	employee.dateErased === null &&
	!invitation.isReleased &&
	(invitation.dateRegistered === null || invitation.isUnproven) &&
	invitation.dateClosed === null;

const byMail = form({ fields: {}, attempt: (call, id: string) => inviteEmployee(call, id) });
const onPaper = form({ fields: {}, attempt: (call, id: string) => printInvitation(call, id) });

/** Serves the invitation of a person. A mail that the service cannot send is shown as a link, and a letter shows its code once. */
export function serveInvitation(app: App, path: string): void {
	const shared = { idOf: (c: Context) => idIn(c, 'employeeId'), show: showInvitation };
	app.get(path, showInvitation);
	takeFormOnce(app, path, byMail, {
		...shared,
		to: (id) => `${invitationAddress(id)}?saved`,
		once(c, invitation, id) {
			const link = linkOfInvitation(invitation, originIn(c));
			if (link === null) return c.redirect(`${invitationAddress(id)}?saved`, 303);
			return linkPage(c, { ...invitation, link, to: invitationAddress(id) });
		},
	});
	takeFormOnce(app, `${path}/letter`, onPaper, {
		...shared,
		to: invitationAddress,
		once(c, letter) {
			c.set('contentPolicy', LETTER_POLICY);
			return c.html(letterPage(letter, originIn(c)));
		},
	});
}

async function showInvitation(c: Context) {
	const words = INVITATION_WORDS[c.var.language];
	const known = await readYear(c.var.call, idIn(c, 'employeeId'), c.var.now);
	const to = invitationAddress(known.employee.id);
	return page(
		c,
		{ title: `${words.invitation} · ${nameOf(known.employee)}` },
		<>
			<PersonHeading known={known} />
			<Done says={{ saved: words.done }} />
			<div class="columns">
				<Panel title={words.invitation}>
					<p>
						<InvitationState known={known} />
					</p>
					<p class="links">
						<a href={`${BASE}/people/${known.employee.id}`}>{words.toPerson}</a>
					</p>
				</Panel>
				{isInvitable(known) && (
					<>
						<Panel title={words.byMail}>
							<Form to={to}>
								<p>{words.sendHint(known.employee.email)}</p>
								<OnlyButton look="main">{words.send}</OnlyButton>
							</Form>
						</Panel>
						<Panel title={words.onPaper}>
							<Form to={`${to}/letter`}>
								<p>{known.invitation?.dateRegistered === null ? words.printHint : words.againHint}</p>
								<OnlyButton>{words.print}</OnlyButton>
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
	const { c, say, words } = useReader(INVITATION_WORDS);
	const { lost } = useWords(USER_WORDS);
	if (invitation === undefined) return null;
	if (invitation.isReleased) return lost;
	const { dateRegistered, isUnproven, dateClosed, dateInvited, dateExpires, isPrinted, mail } = invitation;
	if (dateRegistered !== null) {
		return `${words.registered(say.day(dateRegistered))} ${isUnproven ? words.unprovenHint : words.registeredHint}`;
	}
	const sentences = [
		dateClosed === null ? words.notRegistered : words.isClosed,
		dateInvited === null
			? words.never
			: isPrinted
				? words.printed(say.day(dateInvited))
				: words.mailed(say.day(dateInvited)),
		dateExpires !== null &&
			(dateExpires > realTime(c.var.call.db, c.var.now) ? words.until : words.expired)(say.day(dateExpires)),
		!isPrinted && mail !== null && words.mails[mail],
	];
	return sentences.filter(Boolean).join(' ');
}
