import type { Pair } from '../core/language.ts';
import type { MailKind } from './rules.ts';

/** The text of one kind of mail. Names in braces stand for facts; a paragraph that lacks one of its facts is left out. */
export interface Text {
	subject: Pair;
	paragraphs: readonly Pair[];
	/** The path that the link leads to. */
	page?: string;
	button?: Pair;
	/** The paragraphs below the link. */
	after?: readonly Pair[];
}

const NOT_YOU: Pair = [
	'If this was not you, change your password immediately and inform your administrator.',
	'Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und informieren Sie Ihre Administration.',
];
/** For browsers without scripts, and for people who cannot follow the link. */
const CODE: Pair = [
	'If the page asks for a code, enter {code}.',
	'Wenn die Seite nach einem Code fragt, geben Sie {code} ein.',
];
const REASON: Pair = ['Reason: {reasons}', 'Begründung: {reasons}'];

export const TEXTS: Record<MailKind, Text> = {
	invitation: {
		subject: ['Invitation from {company}', 'Einladung von {company}'],
		paragraphs: [
			[
				'{company} has created an account for your benefits.',
				'{company} hat für Sie ein Konto für Ihre Benefits angelegt.',
			],
			['Choose a password to sign in:', 'Wählen Sie ein Passwort, um sich anzumelden:'],
		],
		page: '/console/registration',
		button: ['Set up your account', 'Konto einrichten'],
		after: [
			CODE,
			[
				'Link and code are valid for 7 days and work once. After that, you can request a new one on the same page.',
				'Link und Code gelten 7 Tage und nur einmal. Danach können Sie auf derselben Seite einen neuen anfordern.',
			],
			[
				'If you did not expect this invitation, delete this message.',
				'Wenn Sie diese Einladung nicht erwartet haben, löschen Sie diese Nachricht.',
			],
		],
	},
	password_reset: {
		subject: ['Choose a new password', 'Neues Passwort wählen'],
		paragraphs: [
			[
				'A new password was requested for your account. You can choose it here:',
				'Für Ihr Konto wurde ein neues Passwort angefordert. Hier können Sie es wählen:',
			],
		],
		page: '/console/new-password',
		button: ['Choose a new password', 'Neues Passwort wählen'],
		after: [
			CODE,
			[
				'Link and code are valid for one hour and work once.',
				'Link und Code gelten eine Stunde und nur einmal.',
			],
			[
				'If you did not request this, delete this message. Your password does not change.',
				'Wenn Sie das nicht angefordert haben, löschen Sie diese Nachricht. Ihr Passwort bleibt unverändert.',
			],
		],
	},
	password_changed: {
		subject: ['Your password was changed', 'Ihr Passwort wurde geändert'],
		paragraphs: [
			[
				'The password of your account has just been changed. You were signed out on all other devices.',
				'Das Passwort Ihres Kontos wurde soeben geändert. Sie wurden auf allen anderen Geräten abgemeldet.',
			],
			[
				'If this was not you, request a new password immediately and inform your administrator.',
				'Wenn Sie das nicht waren, fordern Sie sofort ein neues Passwort an und informieren Sie Ihre Administration.',
			],
		],
	},
	new_device: {
		subject: ['Sign-in from a new device', 'Anmeldung von einem neuen Gerät'],
		paragraphs: [
			[
				'Your account was used to sign in from a device that we have not seen before.',
				'Mit Ihrem Konto wurde eine Anmeldung von einem Gerät vorgenommen, das wir noch nicht kennen.',
			],
			['Device: {device}', 'Gerät: {device}'],
			['Place: {place}', 'Ort: {place}'],
			[
				'If this was you, you do not need to do anything. If not, change your password immediately and end all other sessions.',
				'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, ändern Sie sofort Ihr Passwort und beenden Sie alle anderen Sitzungen.',
			],
		],
	},
	second_factor_changed: {
		subject: ['Your second factor was changed', 'Ihr zweiter Faktor wurde geändert'],
		paragraphs: [['{change}', '{change}'], NOT_YOU],
	},
	second_factor_reset: {
		subject: ['Your second factor was reset', 'Ihr zweiter Faktor wurde zurückgesetzt'],
		paragraphs: [
			[
				'Your administrator has removed the second factor of your account. Set up a new one when you next sign in.',
				'Ihre Administration hat den zweiten Faktor Ihres Kontos entfernt. Richten Sie bei der nächsten Anmeldung einen neuen ein.',
			],
			[
				'If you did not ask for this, inform your administrator immediately.',
				'Wenn Sie nicht darum gebeten haben, informieren Sie sofort Ihre Administration.',
			],
		],
	},
	account_closed: {
		subject: ['Your account was closed', 'Ihr Konto wurde geschlossen'],
		paragraphs: [
			[
				'Your account at {company} was closed. You can no longer sign in.',
				'Ihr Konto bei {company} wurde geschlossen. Sie können sich nicht mehr anmelden.',
			],
			[
				'Your submitted expenses are kept. If you have questions, contact your administrator.',
				'Ihre eingereichten Ausgaben bleiben erhalten. Bei Fragen wenden Sie sich an Ihre Administration.',
			],
		],
	},
	last_admin_left: {
		subject: ['{employer} has no other administrator', '{employer} hat keine andere Administration'],
		paragraphs: [
			[
				'The employment of {person} has ended. Nobody else administers {employer}, so this account stays open for now.',
				'Das Arbeitsverhältnis von {person} ist beendet. Niemand sonst verwaltet {employer}. Dieses Konto bleibt deshalb vorerst offen.',
			],
			[
				'Please name another administrator. After that, this account is closed automatically.',
				'Bitte benennen Sie eine andere Administration. Danach wird dieses Konto automatisch geschlossen.',
			],
		],
		page: '/console/company/users',
		button: ['Name an administrator', 'Administration benennen'],
	},
	domain_missing: {
		subject: [
			'The verification record of your domain is missing',
			'Der Bestätigungseintrag Ihrer Domain fehlt',
		],
		paragraphs: [
			[
				'The DNS record with which {company} has verified the domain {domain} was not found.',
				'Der DNS-Eintrag, mit dem {company} die Domain {domain} bestätigt hat, wurde nicht gefunden.',
			],
			[
				'Add it again by {until}. The page “Sign-in” of your company shows the record.',
				'Tragen Sie ihn bis zum {until} wieder ein. Die Seite „Anmeldung“ Ihrer Firma zeigt den Eintrag.',
			],
			[
				'After that day, people with an address of this domain can no longer use your identity provider. Another company may then verify the domain.',
				'Danach können sich Personen mit einer Adresse dieser Domain nicht mehr über Ihren Identitätsanbieter anmelden. Eine andere Firma kann die Domain dann bestätigen.',
			],
		],
	},
	domain_lost: {
		subject: ['Your domain is no longer verified', 'Ihre Domain ist nicht mehr bestätigt'],
		paragraphs: [
			[
				'The DNS record of the domain {domain} was missing for 7 days.',
				'Der DNS-Eintrag der Domain {domain} hat 7 Tage gefehlt.',
			],
			[
				'People with an address of this domain can no longer sign in to {company} with your identity provider. They can sign in with a password if they have one.',
				'Personen mit einer Adresse dieser Domain können sich nicht mehr über Ihren Identitätsanbieter bei {company} anmelden. Mit einem Passwort können sie sich weiterhin anmelden.',
			],
			[
				'Add the record again and verify the domain on the page “Sign-in” of your company.',
				'Tragen Sie den Eintrag wieder ein und bestätigen Sie die Domain auf der Seite „Anmeldung“ Ihrer Firma.',
			],
		],
	},
	expense_approved: {
		subject: ['Your expense was approved', 'Ihre Ausgabe wurde genehmigt'],
		paragraphs: [
			[
				'Your expense of {date} ({module}, {amount}) was approved.',
				'Ihre Ausgabe vom {date} ({module}, {amount}) wurde genehmigt.',
			],
			['You requested {asked}. {reasons}', 'Beantragt waren {asked}. {reasons}'],
			[
				'It will be paid with one of the next payrolls.',
				'Sie wird mit einer der nächsten Abrechnungen erstattet.',
			],
		],
	},
	expense_rejected: {
		subject: ['Your expense was rejected', 'Ihre Ausgabe wurde abgelehnt'],
		paragraphs: [
			[
				'Your expense of {date} ({module}, {amount}) was rejected.',
				'Ihre Ausgabe vom {date} ({module}, {amount}) wurde abgelehnt.',
			],
			REASON,
		],
	},
	expense_returned: {
		subject: ['Your expense needs correction', 'Ihre Ausgabe muss korrigiert werden'],
		paragraphs: [
			[
				'Your expense of {date} ({module}, {amount}) was returned for correction.',
				'Ihre Ausgabe vom {date} ({module}, {amount}) wurde zur Korrektur zurückgegeben.',
			],
			REASON,
			[
				'You can correct it within 30 days. After that, it is rejected.',
				'Sie können sie innerhalb von 30 Tagen korrigieren. Danach wird sie abgelehnt.',
			],
		],
	},
	expenses_waiting: {
		subject: ['Expenses to review: {count}', 'Ausgaben zu prüfen: {count}'],
		paragraphs: [
			[
				'New expenses since the last message: {count}. You can decide on them in the console.',
				'Neue Ausgaben seit der letzten Nachricht: {count}. Sie können in der Konsole darüber entscheiden.',
			],
		],
	},
	voucher_issued: {
		subject: ['You have a new voucher', 'Sie haben einen neuen Gutschein'],
		paragraphs: [
			[
				'{company} has issued a voucher of {amount} to you, dated {date}.',
				'{company} hat Ihnen zum {date} einen Gutschein über {amount} ausgegeben.',
			],
		],
	},
	budget_expiring: {
		subject: [
			'Your flex budget of {year} expires at the end of the year',
			'Ihr Flex-Budget {year} verfällt zum Jahresende',
		],
		paragraphs: [
			[
				'The unspent part of your flex budget expires on 31 December {year}.',
				'Ihr nicht ausgegebenes Flex-Budget verfällt am 31. Dezember {year}.',
			],
			[
				'Submit your expenses of this year in time.',
				'Reichen Sie Ihre Ausgaben dieses Jahres rechtzeitig ein.',
			],
		],
	},
	access_ending: {
		subject: ['Your flex budget ends soon', 'Ihr Flex-Budget endet bald'],
		paragraphs: [
			['Your access to the flex budget ends on {date}.', 'Ihr Zugang zum Flex-Budget endet am {date}.'],
			[
				'Submit expenses from before that day in time.',
				'Reichen Sie Ausgaben aus der Zeit davor rechtzeitig ein.',
			],
		],
	},
	month_closing: {
		subject: ['{month} closes soon', 'Der Monat {month} wird bald abgeschlossen'],
		paragraphs: [
			[
				'You have not submitted an expense for {month} yet. You can do so until {lastDay}.',
				'Sie haben für {month} noch keine Ausgabe eingereicht. Das ist bis zum {lastDay} möglich.',
			],
			['The budget of this month is not carried over.', 'Das Budget dieses Monats wird nicht übertragen.'],
		],
	},
};
