import type { Pair } from '../../foundation/core/language.ts';
import { postAt } from '../../foundation/core/mail-settings.ts';
import { MAIL_STATE_NAMES } from '../../foundation/core/words.ts';
import { listMails, type ShownMail } from '../../tenants/mail/actions.ts';
import { MAIL_STATES, MAX_ATTEMPTS, type MailKind, type MailState } from '../../tenants/mail/rules.ts';
import { readMail } from '../../tenants/mail/sending/actions.ts';
import { companyNamed } from '../company-choice.tsx';
import { BASE, type Context, idIn } from '../env.ts';
import { oneOf } from '../kinds.tsx';
import { afterIn, Filters, PAGE_AND_ONE, Paged } from '../listing.tsx';
import { useReader } from '../page.tsx';
import { Badge, Day, Facts, Panel, Time } from '../parts.tsx';
import { catalogue } from '../words.ts';
import { addressIn, companyPage } from './frame.tsx';

export const MAIL_WORDS = catalogue({
	keptInSandbox: [
		'Mails stay in the sandbox for 180 days. Administrators read their texts and links here.',
		'Mails bleiben 180 Tage in der Sandbox. Die Administration liest ihre Texte und Links hier.',
	],
	kept: [
		'Mails stay in this list for 180 days, the latest first. Only the recipient sees the links in them.',
		'Mails stehen hier 180 Tage, die neuesten zuerst. Links darin sieht nur die empfangende Person.',
	],
	none: [
		'No mails yet. The first one will be an invitation.',
		'Noch keine Mails. Die erste wird eine Einladung sein.',
	],
	noneLikeThis: [
		'No mails match this filter. Select another status.',
		'Keine Mail passt zu diesem Filter. Wählen Sie einen anderen Status.',
	],
	read: ['Read this mail', 'Diese Mail lesen'],
	subject: ['Subject', 'Betreff'],
	recipient: ['To', 'An'],
	states: MAIL_STATE_NAMES,
	kinds: {
		invitation: ['invitation', 'Einladung'],
		password_reset: ['link for a new password', 'Link für ein neues Passwort'],
		address_confirmation: ['new e-mail address to confirm', 'neue E-Mail-Adresse zu bestätigen'],
		address_proof: ['link to a new e-mail address', 'Link an eine neue E-Mail-Adresse'],
		address_agreement: ['question about a new e-mail address', 'Frage zu einer neuen E-Mail-Adresse'],
		address_set: ['account has a new e-mail address', 'Konto hat eine neue E-Mail-Adresse'],
		address_stopped: ['change of e-mail address was stopped', 'Änderung der E-Mail-Adresse wurde angehalten'],
		identity_change_asked: [
			'request to release an e-mail address',
			'Anfrage zur Freigabe einer E-Mail-Adresse',
		],
		identity_released: ['e-mail address was released', 'E-Mail-Adresse wurde freigegeben'],
		release_asked: ['request for a release', 'Anfrage zur Freigabe'],
		release_given: ['something was released for signing in', 'Freigabe für die Anmeldung'],
		address_lost: ['e-mail address belongs to somebody else', 'E-Mail-Adresse gehört jemand anderem'],
		address_changed: ['e-mail address was changed', 'E-Mail-Adresse wurde geändert'],
		address_left: ['earlier e-mail address was replaced', 'frühere E-Mail-Adresse wurde ersetzt'],
		address_restored: ['e-mail address was restored', 'E-Mail-Adresse wurde wiederhergestellt'],
		address_undone: ['e-mail address is in use again', 'E-Mail-Adresse gilt wieder'],
		identity_undone: [
			'change of e-mail address was undone',
			'Änderung der E-Mail-Adresse wurde rückgängig gemacht',
		],
		password_changed: ['password was changed', 'Passwort wurde geändert'],
		password_reset_unproven: ['no new password by mail', 'kein neues Passwort per Mail'],
		proof_requested: ['e-mail address to confirm', 'E-Mail-Adresse zu bestätigen'],
		rights_gained: ['new rights of the account', 'neue Rechte des Kontos'],
		rights_given: ['new rights of a person', 'neue Rechte einer Person'],
		password_ended: ['password has ended', 'Passwort gilt nicht mehr'],
		new_device: ['sign-in with a new device', 'Anmeldung mit neuem Gerät'],
		second_factor_changed: ['second factor was changed', 'zweiter Faktor wurde geändert'],
		password_reset_rests: ['no new password by mail for now', 'vorerst kein neues Passwort per Mail'],
		second_factor_reset: ['second factor was reset', 'zweiter Faktor wurde zurückgesetzt'],
		account_closed: ['account was closed', 'Konto wurde geschlossen'],
		last_admin_left: ['last administrator has left', 'letzte Administration ist ausgetreten'],
		domain_missing: ['record of a domain is missing', 'Eintrag einer Domain fehlt'],
		webhook_disabled: ['webhook endpoint was disabled', 'Webhook-Endpunkt wurde deaktiviert'],
		domain_lost: ['domain is no longer verified', 'Domain ist nicht mehr bestätigt'],
		expense_approved: ['receipt approved', 'Beleg genehmigt'],
		expense_rejected: ['receipt rejected', 'Beleg abgelehnt'],
		expense_returned: ['receipt returned', 'Beleg zurückgegeben'],
		expense_reopened: ['decision taken back', 'Entscheidung zurückgenommen'],
		expenses_waiting: ['receipts waiting', 'Belege warten'],
		standing_expense_approved: ['standing expense verified', 'Dauerausgabe geprüft'],
		standing_expense_rejected: ['proof rejected', 'Nachweis abgelehnt'],
		standing_expense_ended: ['standing expense ended', 'Dauerausgabe beendet'],
		standing_expense_skipped: ['month not submitted', 'Monat nicht eingereicht'],
		proof_ending: ['proof ends', 'Nachweis läuft ab'],
		voucher_issued: ['voucher issued', 'Gutschein ausgegeben'],
		budget_expiring: ['budget expires', 'Budget verfällt'],
		access_ending: ['budget ends', 'Budget endet'],
		month_closing: ['month closes', 'Monat schließt'],
		receipts_taken: ['receipts by mail', 'Belege per Mail'],
		receipts_refused: ['mail with receipts not accepted', 'Mail mit Belegen nicht angenommen'],
	} satisfies Record<MailKind, Pair>,
	expected: ['Will probably leave on', 'Geht voraussichtlich ab am'],
	sent: ['Sent', 'Gesendet'],
	remedies: {
		waiting: ['', ''],
		sent: ['', ''],
		held: [
			'The limit of mails for today is used up. This mail will be sent automatically on a later day.',
			'Die Höchstzahl der Mails für heute ist erreicht. Diese Mail wird automatisch an einem späteren Tag gesendet.',
		],
		failed: [
			'We could not deliver this mail for 24 hours, or its link was no longer valid. Check the address and send it again.',
			'Wir konnten diese Mail 24 Stunden lang nicht zustellen, oder ihr Link galt nicht mehr. Prüfen Sie die Adresse und senden Sie die Mail erneut.',
		],
		bounced: [
			'This address does not accept mails. Correct it and invite the person again.',
			'Diese Adresse nimmt keine Mails an. Korrigieren Sie sie und laden Sie die Person erneut ein.',
		],
		no_carrier: [
			'This service currently sends no mails. Pass links on yourself, or ask the operator.',
			'Dieser Dienst sendet zurzeit keine Mails. Geben Sie Links selbst weiter oder fragen Sie den Betreiber.',
		],
	} satisfies Record<MailState, Pair>,
	toPerson: ['Open the account', 'Konto öffnen'],
});

export const MAIL_MOODS: Record<MailState, 'good' | 'waiting' | 'bad'> = {
	sent: 'good',
	waiting: 'waiting',
	held: 'waiting',
	failed: 'bad',
	bounced: 'bad',
	no_carrier: 'bad',
};

export async function showMails(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'listMails');
	const state = MAIL_STATES.find((one) => one === c.req.query('state'));
	const mails = await listMails(c.var.call, companyId, state, { before: afterIn(c), limit: PAGE_AND_ONE });
	const words = MAIL_WORDS[c.var.language];
	return companyPage(
		c,
		{ path: '/company/mails' },
		<>
			<Filters
				to={`${BASE}/company/mails`}
				kept={{ company: companyId }}
				fields={{ state: oneOf(MAIL_STATES, MAIL_STATE_NAMES) }}
				words={MAIL_WORDS}
				button={words.show}
			/>
			<Panel>
				<p class="hint">{c.var.call.db.ahead === undefined ? words.kept : words.keptInSandbox}</p>
				<Paged
					rows={mails}
					cursorOf={({ id }) => id}
					none={state === undefined ? words.none : words.noneLikeThis}
				>
					{(shown) => (
						<ul class="rows">
							{shown.map((mail) => (
								<Mail mail={mail} />
							))}
						</ul>
					)}
				</Paged>
			</Panel>
		</>,
	);
}

/** The text of a mail that has stayed in its sandbox. */
export async function showMail(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'readMail');
	const { subject, to, text } = await readMail(
		c.var.call,
		companyId,
		idIn(c, 'mailId'),
		postAt(c.env, c.req.url),
	);
	const words = MAIL_WORDS[c.var.language];
	return companyPage(
		c,
		{ path: '/company/mails', title: subject },
		<Panel>
			<Facts
				rows={[
					[words.recipient, <bdi>{to}</bdi>],
					[words.subject, subject],
				]}
			/>
			<pre class="mail">
				{text
					.split(/(https?:\/\/\S+)/)
					.map((part, index) => (index % 2 === 1 ? <a href={part}>{part}</a> : part))}
			</pre>
		</Panel>,
	);
}

/** A row that opens to show what happened to the mail, and what to do about it. */
function Mail({ mail }: { mail: ShownMail }) {
	const { c, may, words } = useReader(MAIL_WORDS);
	const { kind, recipient, state, attempts, reason, userId, dateExpected } = mail;
	const at = (instant: number | null) => (instant === null ? words.notYet : <Time at={instant} />);
	return (
		<li>
			<details>
				<summary>
					<bdi>{recipient}</bdi>: {words.kinds[kind]}
				</summary>
				<Facts
					rows={[
						[words.created, at(mail.dateCreated)],
						[words.attempts, `${attempts} / ${MAX_ATTEMPTS}`],
						[words.lastAttempt, at(mail.dateAttempted)],
						...(state === 'waiting' ? [[words.nextAttempt, at(mail.dateDue)] as const] : []),
						...(dateExpected === null ? [] : [[words.expected, <Day at={dateExpected} />] as const]),
						[words.sent, at(mail.dateSent)],
						...(reason === null ? [] : [[words.reason, reason] as const]),
					]}
				/>
				{c.var.call.db.ahead !== undefined && (
					<p>
						<a href={addressIn(c, `/company/mails/${mail.id}`)}>{words.read}</a>
					</p>
				)}
				{words.remedies[state] !== '' && <p>{words.remedies[state]}</p>}
				{may('readUser') && (
					<p>
						<a href={addressIn(c, `/team/${userId}`)}>{words.toPerson}</a>
					</p>
				)}
			</details>
			<Badge mood={MAIL_MOODS[state]}>{words.states[state]}</Badge>
		</li>
	);
}
